import { parse } from 'node:querystring';
import { Refusal } from '../../refusals.ts';
import type { App } from './app-types.ts';

/** Enough for most routes; one that takes a longer text or list declares its own `bodyLimit`. */
export const BODY_BYTES_MAX = 16 * 1024;
/** For a route that takes the text of a post. */
export const POST_BYTES_MAX = 256 * 1024;

/** Ten times the fields of our largest form or query. */
const FIELDS_MAX = 100;
/** The longest list that a route takes, plus other fields. */
const JSON_VALUES_MAX = 1100;
/** An object with a list of objects, and some reserve. */
const JSON_DEPTH_MAX = 8;

/**
 * Parsing, validating and reporting cost far more per field than per byte. So fields are counted in the raw text, and a
 * request with too many is refused before it is parsed.
 */
export function limitRequests(app: App): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    assertSmallJson(String(text));
    void parseJson(request, String(text), done);
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      if (hasTooManyFields(String(text))) throw new Refusal('payload_too_large');
      done(null, parse(String(text), '&', '=', { maxKeys: 0 }));
    },
  );
  app.addHook('onRequest', (request, _reply, done) => {
    const { url } = request;
    const query = url.indexOf('?');
    if (query < 0 || !hasTooManyFields(url.slice(query + 1))) return done();
    const fields = [{ pointer: '/', detail: 'has too many parameters' }];
    done(new Refusal('invalid_input', {}, { fields }));
  });
}

function hasTooManyFields(text: string): boolean {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > FIELDS_MAX) return true;
  }
  return false;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b];
const CLOSING = [0x5d, 0x7d];

/** One pass over the text. The parser refuses invalid JSON. */
export function assertSmallJson(text: string): void {
  let values = 1;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === COMMA) {
      values += 1;
    } else if (OPENING.includes(code)) {
      values += 1;
      depth += 1;
      if (depth > JSON_DEPTH_MAX) throw new Refusal('invalid_input');
    } else if (CLOSING.includes(code)) {
      depth -= 1;
    }
    if (values > JSON_VALUES_MAX) throw new Refusal('payload_too_large');
  }
}

/** The closing quote of the string that begins at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}

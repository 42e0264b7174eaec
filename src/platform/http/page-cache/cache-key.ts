import type { FastifyRequest } from 'fastify';
import { chooseLocale, LOCALES } from '../../i18n.ts';
import { KEYS, THEMES } from '../page.ts';

/** Everything that an anonymous visitor can choose. Any other cookie may identify somebody. */
const CHOICES = new Map<string, readonly string[]>([
  ['lang', Object.keys(LOCALES)],
  ['theme', THEMES],
  ['keys', KEYS],
]);
/** Only log-in reads it, and it names nobody: people who have logged out get cached pages too. */
const IGNORED = new Set(['device', '__Host-device']);
const COOKIES_MAX = CHOICES.size + IGNORED.size;

/**
 * What a response to an anonymous visitor depends on: the address and their choices. Nothing else of a request is ever
 * part of such a response (A16). Undefined where it identifies somebody, or asks for more.
 */
export function cacheKeyOf({ raw }: FastifyRequest): string | undefined {
  const { method, url = '', headers } = raw;
  if (method !== 'GET' || url.includes('?') || headers.authorization !== undefined)
    return undefined;
  const { cookie = '' } = headers;
  const choices = readChoices(cookie);
  if (!choices) return undefined;
  const locale = chooseLocale(choices.get('lang'), headers['accept-language']);
  return `${url} ${locale} ${choices.get('theme') ?? ''} ${choices.get('keys') ?? ''}`;
}

const NO_CHOICES = new Map<string, string>();

/** Undefined where there is anything else in the header than known choices, each once, as a browser writes them. */
function readChoices(cookie: string): Map<string, string> | undefined {
  if (cookie === '') return NO_CHOICES;
  const pairs = cookie.split('; ');
  if (pairs.length > COOKIES_MAX) return undefined;
  const choices = new Map<string, string>();
  for (const pair of pairs) {
    const [name = '', value = ''] = pair.split('=', 2);
    if (IGNORED.has(name)) continue;
    if (choices.has(name) || `${name}=${value}` !== pair) return undefined;
    if (!CHOICES.get(name)?.includes(value)) return undefined;
    choices.set(name, value);
  }
  return choices;
}

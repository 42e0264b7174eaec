import { readFileSync } from 'node:fs';
import { parse, parseFragment, serialize } from 'parse5';
import { ALLOW_LIST, RENAMED_TAGS } from '../../../src/platform/html/allow-list.ts';
import { BODY_BYTES_MAX, HtmlTooComplex } from '../../../src/platform/html/limits.ts';
import { sanitizeBody } from '../../../src/platform/html/sanitize.ts';
import { deriveSummary, textLength } from '../../../src/platform/html/summary.ts';
import { findDisallowed } from '../../../test/support/disallowed-html.ts';
import { assert, textOf, timed } from '../support.ts';

const isOwnImage = (src: string) => src.startsWith('/images/');
const SUMMARY_MAX = 30;

export const LENGTH_MAX = 4096;
export const WORDS = [
  ...[...ALLOW_LIST.tagNames, ...ALLOW_LIST.strip, ...RENAMED_TAGS.keys()].flatMap((name) => [
    `<${name}>`,
    `</${name}>`,
  ]),
  ...['<form>', '<input ', '<option>', '<caption>', '<colgroup>', '<frameset>', '<plaintext>'],
  ...['<mglyph>', '<malignmark>', '<annotation-xml ', '<foreignObject>', '<desc>', '<mtext>'],
  ...[
    '<template.>',
    '<p.a#b>',
    '<selectedcontent>',
    '<xmp>',
    '<image>',
    '<nobr>',
    '<font color=',
    '<base href=',
    '<!--',
  ],
  ...['-->', '--!>', '<![CDATA[', ']]>', '<?', '<!doctype ', '&#', '&lt', '&Tab;', '&colon;'],
  ...[' href=', ' src=', ' class=', ' alt=', ' style=', ' onerror=', ' colspan=', ' xlink:href='],
  ...['javascript:', 'https://a/', 'mailto:a', '/images/1', 'language-ts', 'data:text/html,'],
];

export function readSeeds(): string[] {
  const payloads = new URL('../../../test/support/xss/payloads.json', import.meta.url);
  return Object.values(JSON.parse(readFileSync(payloads, 'utf8')) as Record<string, string[]>)
    .flat()
    .filter((one) => one.length <= LENGTH_MAX);
}

/** A10, A15, D26: refused, or clean for good, and read by a browser as it was written. */
export function fuzz(input: Buffer): void {
  const once = timed(() => cleanOrRefuse(textOf(input)));
  if (once === undefined) return;
  assert(Buffer.byteLength(once) <= BODY_BYTES_MAX, 'longer than a body may be');
  assert(!once.includes('\0') && once.isWellFormed(), 'not a text');
  assert(cleanOrRefuse(once) === once, 'changes when it is cleaned again');
  const strangers = findDisallowed(once, isOwnImage);
  assert(strangers.length === 0, `holds ${strangers.join(', ')}`);
  assert(readInPage(once) === serialize(parseFragment(once)), 'is read otherwise within a page');
  assert([...deriveSummary(once, SUMMARY_MAX)].length <= SUMMARY_MAX, 'has a long summary');
  assert(textLength(once) <= once.length, 'has more text than letters');
}

function cleanOrRefuse(html: string) {
  try {
    return sanitizeBody(html, { isOwnImage });
  } catch (error) {
    if (error instanceof HtmlTooComplex) return undefined;
    throw error;
  }
}

/** As a browser with scripts meets it, in the element that holds it: nothing may leave that element. */
function readInPage(body: string): string {
  const page = parse(`<!doctype html><body><article>${body}</article><footer>`, {
    scriptingEnabled: true,
  });
  const [html] = page.childNodes.filter((node) => node.nodeName === 'html');
  assert(html !== undefined && 'childNodes' in html, 'leaves no page');
  const shown = html.childNodes.find((node) => node.nodeName === 'body');
  assert(shown !== undefined && 'childNodes' in shown, 'leaves no body');
  const [article, footer, ...others] = shown.childNodes;
  assert(footer?.nodeName === 'footer' && others.length === 0, 'leaves its element');
  assert(article?.nodeName === 'article' && 'childNodes' in article, 'leaves its element');
  return serialize(article);
}

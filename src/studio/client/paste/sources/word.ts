import { create, rename, styleOf } from '../parse.ts';
import { type FlatItem, nestLists } from './nest-lists.ts';

const MARKER = 'mso-list';
const NUMBER = /^[(（[]?(?:\d+|[a-z]{1,4}|[ivxlc]+|[一二三四五六七八九十百]+)[.)）、．\]]/i;
const QUOTES =
  '.MsoQuote, .MsoIntenseQuote, .MsoQuoteCxSpFirst, .MsoQuoteCxSpMiddle, .MsoQuoteCxSpLast';

export function isFromWord(html: string): boolean {
  return /class="?'?Mso|mso-list:|urn:schemas-microsoft-com:office|content="?Word\.Document/i.test(
    html,
  );
}

/** Word and WPS: lists are paragraphs with levels in their style, headings may be paragraphs with an outline level. */
export function cleanWord(body: HTMLElement): void {
  for (const title of body.querySelectorAll('p.MsoTitle')) rename(title, 'h1');
  for (const title of body.querySelectorAll('p.MsoSubtitle')) rename(title, 'h2');
  for (const line of body.querySelectorAll('p')) {
    const level = Number(styleOf(line, 'mso-outline-level'));
    if (level >= 1 && level <= 6) rename(line, `h${level}`);
  }
  numberHeadings(body);
  nestLists(findItems(body));
  for (const quote of body.querySelectorAll(QUOTES)) quoteLine(quote);
  joinCode(body);
}

/** The numbers of headings are generated too, and stay as text. */
function numberHeadings(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    for (const marker of markersIn(heading)) {
      const text = marker.textContent?.replace(/[\s\u00a0]+/g, ' ').trim();
      marker.replaceWith(text ? `${text} ` : '');
    }
}

function findItems(body: HTMLElement): FlatItem[] {
  return [...body.querySelectorAll('p, div')].flatMap((line) => {
    const match = /level(\d)/.exec(styleOf(line, MARKER));
    if (!match || line.querySelector('p')) return [];
    const [marker] = markersIn(line);
    const text = marker?.textContent?.trim() ?? '';
    marker?.remove();
    return [{ element: line, level: Number(match[1]), isOrdered: NUMBER.test(text) }];
  });
}

function markersIn(element: Element): Element[] {
  return [...element.querySelectorAll('[data-style]')].filter(
    (one) => styleOf(one, MARKER) === 'ignore',
  );
}

/** Adjacent lines of a quote share one block. */
function quoteLine(line: Element): void {
  const before = line.previousElementSibling;
  if (before?.localName === 'blockquote' && before.hasAttribute('data-word')) before.append(line);
  else {
    const quote = create(line, 'blockquote', { 'data-word': '' });
    line.before(quote);
    quote.append(line);
  }
  line.removeAttribute('class');
}

/** The style "HTML Preformatted" writes one block for each line. */
function joinCode(body: HTMLElement): void {
  for (const block of body.querySelectorAll('pre')) {
    const before = block.previousElementSibling;
    if (before?.localName !== 'pre') continue;
    before.append('\n', ...block.childNodes);
    block.remove();
  }
}

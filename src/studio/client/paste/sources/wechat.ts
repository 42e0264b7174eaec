import { fontSizeOf, rename, styleOf } from '../parse.ts';
import { nestLists } from './nest-lists.ts';

const HEADING_LENGTH_MAX = 40;
const LARGE = 20;
const MEDIUM = 17.5;
const BULLET = /^[\s\u00a0]*[•·●○▪■◆◦‣–-][\s\u00a0]+/;
const NUMBER = /^[\s\u00a0]*(\d{1,2})[.．、)）][\s\u00a0]*/;

export function isFromWeChat(html: string): boolean {
  return /mmbiz\.qpic\.cn|rich_media_content|js_content|code-snippet__|data-tools="?135|mp-original|powered-by="?xiumi/i.test(
    html,
  );
}

/** WeChat articles: everything is a section with styles; large bold lines are headings, lines with dots are lists. */
export function cleanWeChat(body: HTMLElement): void {
  for (const index of body.querySelectorAll('.code-snippet__line-index')) index.remove();
  for (const block of body.querySelectorAll('pre')) joinCodeLines(block);
  for (const line of leaves(body)) markHeading(line);
  const lines = leaves(body).filter((line) => !line.closest('li, table, pre, blockquote'));
  listBullets(lines.filter((line) => line.isConnected));
  listNumbers(lines.filter((line) => line.isConnected));
}

/** Each line of code is an element of its own. */
function joinCodeLines(block: Element): void {
  const lines = [...block.querySelectorAll(':scope > code')];
  if (lines.length < 2) return;
  const text = lines.map((line) => line.textContent ?? '').join('\n');
  block.replaceChildren(text);
}

/** The paragraphs and sections that contain only text. */
function leaves(body: HTMLElement): Element[] {
  return [...body.querySelectorAll('p, section, div')].filter(
    (one) =>
      !one.querySelector('p, section, div, ul, ol, table, pre, blockquote, img, h1, h2, h3, h4') &&
      one.textContent?.trim() !== '',
  );
}

function markHeading(line: Element): void {
  const text = line.textContent?.trim() ?? '';
  if (text.length > HEADING_LENGTH_MAX || /[。！？；，,]$/.test(text)) return;
  if (line.closest('li, td, blockquote, pre')) return;
  const size = sizeOfAll(line);
  if (size === null) return;
  if (size >= LARGE) rename(line, 'h2');
  else if (size >= MEDIUM && isAllBold(line)) rename(line, 'h3');
}

/** The size that all of the text has at least; null if some of it has none. */
function sizeOfAll(line: Element): number | null {
  const sizes = texts(line).map((text) => {
    for (let one = text.parentElement; one && one !== line.parentElement; one = one.parentElement) {
      const size = fontSizeOf(one);
      if (size !== null) return size;
    }
    return line.parentElement ? fontSizeOf(line.parentElement) : null;
  });
  return sizes.includes(null) || sizes.length === 0 ? null : Math.min(...(sizes as number[]));
}

function isAllBold(line: Element): boolean {
  return texts(line).every((text) => {
    for (let one = text.parentElement; one && one !== line.parentElement; one = one.parentElement) {
      if (one.matches('strong, b') || /^(?:bold|[6-9]00)/.test(styleOf(one, 'font-weight')))
        return true;
    }
    return false;
  });
}

function texts(line: Element): Text[] {
  const all: Text[] = [];
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    if (text.nodeValue?.trim()) all.push(text as Text);
  }
  return all;
}

/** Two adjacent lines that start with a dot are a list; one alone may be anything. */
function listBullets(lines: Element[]): void {
  const items = lines.filter((line) => BULLET.test(line.textContent ?? ''));
  const listed = items.filter(
    (line) =>
      items.includes(line.previousElementSibling as Element) ||
      items.includes(line.nextElementSibling as Element),
  );
  for (const line of listed) removeStart(line, BULLET);
  nestLists(listed.map((element) => ({ element, level: 1, isOrdered: false })));
}

/** Adjacent lines numbered from 1 on. */
function listNumbers(lines: Element[]): void {
  const numberOf = (line: Element | null | undefined) =>
    Number(NUMBER.exec(line?.textContent ?? '')?.[1] ?? Number.NaN);
  const listed = lines.filter((line) => {
    const number = numberOf(line);
    if (Number.isNaN(number)) return false;
    const isFirst = number === 1 && numberOf(line.nextElementSibling) === 2;
    return isFirst || numberOf(line.previousElementSibling) === number - 1;
  });
  for (const line of listed) removeStart(line, NUMBER);
  nestLists(listed.map((element) => ({ element, level: 1, isOrdered: true })));
}

function removeStart(line: Element, start: RegExp): void {
  let rest = start.exec(line.textContent ?? '')?.[0].length ?? 0;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text && rest > 0; text = walker.nextNode()) {
    const value = text.nodeValue ?? '';
    text.nodeValue = value.slice(rest);
    rest -= value.length;
  }
}

import { areEqual, type Marks } from './marks.ts';
import { create } from './parse.ts';

/** A part of a line: text, a line break, or an element that is copied as it is. */
export type Part = { text: string; marks: Marks } | { atom: Element; marks: Marks } | 'break';

/** The tags of the marks, from the outside to the inside, as the editor nests them. */
const ORDER = ['strong', 'em', 's', 'u'] as const;

/** Paragraphs: two line breaks in a row, as many programs write them, end one. */
export function splitLines(parts: Part[]): Part[][] {
  const lines: Part[][] = [[]];
  let breaks = 0;
  for (const part of parts) {
    if (part === 'break') breaks += 1;
    else if ('text' in part && part.text.trim() === '' && breaks > 0) continue;
    else {
      if (breaks >= 2) lines.push([]);
      else if (breaks === 1) lines.at(-1)?.push('break');
      breaks = 0;
      lines.at(-1)?.push(part);
    }
  }
  return lines.map(tidy).filter((line) => line.length > 0);
}

/** One space instead of several, none at the ends and beside line breaks; equal neighbours joined. */
function tidy(parts: Part[]): Part[] {
  const line: Part[] = [];
  for (const part of parts) {
    if (part === 'break' || 'atom' in part) {
      if (part === 'break') trimEnd(line);
      line.push(part);
      continue;
    }
    const last = line.at(-1);
    const isAfterSpace =
      last === undefined || last === 'break' || ('text' in last && last.text.endsWith(' '));
    let text = part.text.replace(/[\s\u00a0]+/g, ' ');
    if (isAfterSpace) text = text.trimStart();
    if (text === '') continue;
    if (last && last !== 'break' && 'text' in last && areEqual(last.marks, part.marks))
      last.text += text;
    else line.push({ text, marks: part.marks });
  }
  trimEnd(line);
  while (line.at(-1) === 'break') line.pop();
  return line;
}

function trimEnd(line: Part[]): void {
  for (let last = line.at(-1); last && last !== 'break' && 'text' in last; last = line.at(-1)) {
    last.text = last.text.trimEnd();
    if (last.text !== '') return;
    line.pop();
  }
}

/** Appends a line to a block; adjacent parts share the tags of the marks that they have in common. */
export function writeLine(block: Element, line: Part[], isHeading = false): void {
  let open: { key: string; element: Element }[] = [];
  for (const part of line) {
    const tags = part === 'break' ? open.map(({ key }) => key) : tagsOf(part.marks, isHeading);
    let shared = 0;
    while (shared < open.length && open[shared]?.key === tags[shared]) shared += 1;
    open = open.slice(0, shared);
    for (const key of tags.slice(shared)) {
      const [tag = '', href] = key.split(' ');
      const element = create(block, tag, href ? { href } : {});
      (open.at(-1)?.element ?? block).append(element);
      open.push({ key, element });
    }
    (open.at(-1)?.element ?? block).append(nodeOf(block, part));
  }
}

function nodeOf(block: Element, part: Part): Node | string {
  if (part === 'break') return create(block, 'br');
  return 'text' in part ? part.text : part.atom;
}

function tagsOf(marks: Marks, isHeading: boolean): string[] {
  const link = marks.href === null ? [] : [`a ${marks.href}`];
  // Code has no other marks in the editor.
  if (marks.code) return ['code'];
  const own = ORDER.filter((mark) => marks[mark] && !(isHeading && mark === 'strong'));
  return [...link, ...own, ...(marks.script ? [marks.script] : [])];
}

/** Headings and header cells are bold anyway. Marks that become neighbours are joined. */
export function removeBold(block: Element): void {
  for (const mark of block.querySelectorAll('strong')) mark.replaceWith(...mark.childNodes);
  block.normalize();
  for (const mark of block.querySelectorAll('em, s, u')) {
    const before = mark.previousSibling;
    if (!(before instanceof Element) || before.localName !== mark.localName) continue;
    before.append(...mark.childNodes);
    mark.remove();
    before.normalize();
  }
}

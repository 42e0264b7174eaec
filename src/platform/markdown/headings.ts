import type MarkdownIt from 'markdown-it';

const LARGEST = 2;
const SMALLEST = 4;

/** The largest heading of a text has level 2; level 1 is the title. A text with `#` moves down as a whole. */
export function shiftHeadings(markdown: MarkdownIt): void {
  markdown.core.ruler.push('shift_headings', ({ tokens }) => {
    const headings = tokens.filter(({ type }) => type.startsWith('heading_'));
    const shift = shiftOf(headings.map(({ tag }) => tag));
    for (const heading of headings) heading.tag = shiftHeading(heading.tag, shift);
  });
}

export function shiftOf(tags: readonly string[]): number {
  return tags.includes('h1') ? 1 : 0;
}

export function shiftHeading(tag: string, shift: number): string {
  const level = Number(tag.slice(1)) + shift;
  return `h${Math.min(Math.max(level, LARGEST), SMALLEST)}`;
}

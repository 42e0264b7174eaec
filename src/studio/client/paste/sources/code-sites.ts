import { isMonospace } from '../marks.ts';
import { create, rename, styleOf } from '../parse.ts';

/** Code blocks as sites and editors write them: tables with line numbers, lines as elements, typewriter sections. */
export function cleanCodeSites(body: HTMLElement): void {
  for (const cell of body.querySelectorAll('td.code, td.rouge-code')) takeCell(cell);
  for (const table of body.querySelectorAll('table')) takeLines(table);
  for (const box of body.querySelectorAll('div, section')) {
    const isCode = styleOf(box, 'white-space').startsWith('pre') && isMonospace(box);
    if (isCode && !box.closest('pre')) rename(box, 'pre');
  }
}

/** Hexo, Jekyll and Hugo: a row with the numbers and the code in two cells. */
function takeCell(cell: Element): void {
  const table = cell.closest('table');
  const block = cell.querySelector('pre') ?? cell;
  if (!table) return;
  const box =
    table.closest('div[class*="language-"]') ??
    table.closest('figure, div.highlight, pre') ??
    table;
  const name = /(?:^highlight\s+|language-)([\w+#-]+)/.exec(
    `${box.className} ${table.className}`,
  )?.[1];
  const code = create(cell, 'pre', name ? { class: `language-${name}` } : {}, ...block.childNodes);
  box.replaceWith(code);
}

/** GitHub: a row for each line, with its number in the first cell. */
function takeLines(table: Element): void {
  const lines = table.querySelectorAll('td.blob-code, td.react-code-line-contents');
  if (lines.length === 0) return;
  const text = [...lines].map((line) => (line.textContent ?? '').replace(/\n$/, '')).join('\n');
  table.replaceWith(create(table, 'pre', {}, text));
}

import { removeBold } from './line.ts';
import { create, styleOf } from './parse.ts';
import type { Target } from './target.ts';

const SPAN_MAX = 20;

/** A table. A table of one cell, and one that only puts things side by side, is no table but its content. */
export function writeTable(source: Element, target: Target): void {
  const { box } = target;
  const rows = [...source.querySelectorAll('tr')].filter((row) => row.closest('table') === source);
  const cells = rows.map((row) => [...row.children].filter((cell) => cell.matches('td, th')));
  if (cells.flat().length <= 1 || source.querySelector('table')) {
    for (const cell of cells.flat()) target.write(cell, target);
    return;
  }
  const table = create(box, 'table');
  const head = create(table, 'thead');
  const body = create(table, 'tbody');
  for (const [index, row] of rows.entries()) {
    const own = cells[index] ?? [];
    if (own.length === 0) continue;
    const isHead = body.childElementCount === 0 && isHeadRow(row, own, rows.length);
    const written = create(table, 'tr');
    for (const cell of own)
      written.append(writeCell(cell, isHead || cell.localName === 'th', target));
    (isHead ? head : body).append(written);
  }
  for (const part of [head, body]) if (part.childElementCount > 0) table.append(part);
  box.append(table);
}

/** Word and Feishu write header rows as bold or shaded cells. */
function isHeadRow(row: Element, cells: Element[], rows: number): boolean {
  if (row.closest('thead') || cells.every((cell) => cell.localName === 'th')) return true;
  if (rows < 2 || row.previousElementSibling?.localName === 'tr') return false;
  return cells.every((cell) => cell.textContent?.trim() !== '' && isBold(cell));
}

function isBold(cell: Element): boolean {
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (text.nodeValue?.trim() && !hasBoldAncestor(text.parentElement, cell)) return false;
  }
  return true;
}

function hasBoldAncestor(element: Element | null, cell: Element): boolean {
  for (let one = element; one; one = one.parentElement) {
    const weight = styleOf(one, 'font-weight');
    if (weight) return weight.startsWith('bold') || Number.parseInt(weight, 10) >= 600;
    if (one.matches('b, strong')) return true;
    if (one === cell) return false;
  }
  return false;
}

function writeCell(source: Element, isHead: boolean, target: Target): HTMLElement {
  const cell = create(source, isHead ? 'th' : 'td');
  for (const name of ['colspan', 'rowspan']) {
    const span = Number(source.getAttribute(name));
    if (Number.isInteger(span) && span > 1 && span <= SPAN_MAX)
      cell.setAttribute(name, String(span));
  }
  target.write(source, { ...target, box: cell });
  if (isHead) removeBold(cell);
  const [first, ...rest] = cell.children;
  if (first?.localName === 'p' && rest.length === 0) first.replaceWith(...first.childNodes);
  return cell;
}

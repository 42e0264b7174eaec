import { DOMSerializer, DOMParser as ModelParser, type Node, type Schema } from '@tiptap/pm/model';

/** D26: the attributes that are stored; the editor's own are removed. */
const ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  code: ['class'],
  figure: ['class'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  span: ['class'],
  ul: ['class'],
  li: ['data-checked'],
};

/** The only line of a list item or cell is stored without a paragraph. */
const BARE_LINES = 'li > p:first-child:not(:has(~ :not(ul, ol))), :is(td, th) > p:only-child';

/** Reads a stored body. Preserves spaces; a line break in the source is one space. */
export function readHtml(schema: Schema, html: string): Node {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement?.closest('pre'))
      text.nodeValue = text.nodeValue?.replace(/\s*\n\s*/g, ' ') ?? '';
  }
  return ModelParser.fromSchema(schema).parse(body, { preserveWhitespace: true });
}

/**
 * The body to store. The sanitizer changes nothing of it, so a text comes back as it was saved. Images that are still
 * uploading have no address and are left out.
 */
export function writeHtml(doc: Node): string {
  const root = document.implementation.createHTMLDocument('').body;
  const serializer = DOMSerializer.fromSchema(doc.type.schema);
  root.append(serializer.serializeFragment(doc.content, { document: root.ownerDocument }));
  for (const figure of root.querySelectorAll('figure')) {
    if (
      !figure.querySelector('img[src]') &&
      !figure.matches('.missing-picture:has(a[href^="http"])')
    )
      figure.remove();
  }
  for (const caption of root.querySelectorAll('figcaption:empty')) caption.remove();
  for (const line of root.querySelectorAll(BARE_LINES)) line.replaceWith(...line.childNodes);
  for (const table of root.querySelectorAll('table')) addTableHead(table);
  for (const element of root.querySelectorAll('*')) clean(element);
  // The editor adds an empty line at the end, to click into.
  while (root.lastElementChild?.matches('p:empty')) root.lastElementChild.remove();
  return root.innerHTML;
}

/** The editor's model has header cells but no header: leading rows with only header cells become one. */
function addTableHead(table: HTMLTableElement): void {
  const head = document.createElement('thead');
  for (const row of [...table.rows]) {
    if ([...row.cells].some((cell) => cell.tagName !== 'TH')) break;
    head.append(row);
  }
  if (head.childElementCount > 0) table.prepend(head);
  for (const part of table.querySelectorAll('tbody:empty')) part.remove();
}

function clean(element: Element): void {
  const allowed = ATTRIBUTES[element.localName] ?? [];
  for (const { name } of [...element.attributes]) {
    if (!allowed.includes(name)) element.removeAttribute(name);
  }
  if (element instanceof HTMLAnchorElement && URL.canParse(element.href))
    element.setAttribute('href', new URL(element.href).href);
}

import { DOMSerializer, DOMParser as ModelParser, type Node, type Schema } from '@tiptap/pm/model';

/** Everything that may stand on an element when it is stored (D26); the editor's own marks may not. */
const ATTRIBUTES: Record<string, readonly string[]> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  code: ['class'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
};

/** The one line of an item or a cell needs no paragraph around it. */
const BARE_LINES = 'li > p:first-child:not(:has(~ :not(ul, ol))), :is(td, th) > p:only-child';

/** Reads a stored body. Spaces are kept as they were typed; a line break in the source is only a space. */
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
 * The body as it is stored: what the sanitizer would leave of it is exactly what is written here, so that a text
 * comes back as it was saved. An image that is still being uploaded has no address and is not in it yet.
 */
export function writeHtml(doc: Node): string {
  const holder = document.implementation.createHTMLDocument('').body;
  const serializer = DOMSerializer.fromSchema(doc.type.schema);
  holder.append(serializer.serializeFragment(doc.content, { document: holder.ownerDocument }));
  for (const figure of holder.querySelectorAll('figure')) {
    if (!figure.querySelector('img[src]')) figure.remove();
  }
  for (const caption of holder.querySelectorAll('figcaption:empty')) caption.remove();
  for (const line of holder.querySelectorAll(BARE_LINES)) line.replaceWith(...line.childNodes);
  for (const table of holder.querySelectorAll('table')) giveHead(table);
  for (const element of holder.querySelectorAll('*')) clean(element);
  // The empty line the editor keeps at the end, to click into.
  while (holder.lastElementChild?.matches('p:empty')) holder.lastElementChild.remove();
  return holder.innerHTML;
}

/** The model knows header cells, not a header: the rows that hold nothing else are one. */
function giveHead(table: HTMLTableElement): void {
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

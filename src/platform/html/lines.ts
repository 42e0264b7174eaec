import type { Element, Nodes } from 'hast';
import { toText } from 'hast-util-to-text';
import { parseBody } from './parse.ts';

/** One paragraph, heading, list item, table row, picture or line of code, as a comparison shows it. */
export type BodyLine = {
  /** With the addresses of links and pictures: a comparison must show a changed link under unchanged words. */
  text: string;
  /** What the author wrote: without addresses and marks. */
  plain: string;
  /** What kind of line it is: `# `, `> `, `• `. Not compared, because it is no text. */
  prefix: string;
  /** The elements around the line and inside it. Two lines with one text and two formats differ in formatting. */
  format: string;
};

const HEADING = /^h[1-6]$/;
const MARKS = new Set(['strong', 'em', 's', 'u', 'sub', 'sup', 'a', 'code']);
/** Elements that begin and end a line. */
const BLOCKS = new Set([
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre'],
  ...['figure', 'figcaption', 'table', 'thead', 'tbody', 'tr'],
]);
const PICTURE = '🖼';
const DIVIDER = '———';

/** The body line by line. Reads also what a sanitizer of a later version may store. */
export function linesOfBody(html: string): BodyLine[] {
  const writer = createWriter();
  readNode(parseBody(html), { path: [], marks: [], prefix: '', isCode: false }, writer);
  writer.end();
  return writer.lines;
}

type Around = { path: string[]; marks: string[]; prefix: string; isCode: boolean };
type Writer = ReturnType<typeof createWriter>;

function createWriter() {
  const lines: BodyLine[] = [];
  let text = '';
  let plain = '';
  let prefix = '';
  let path = '';
  let runs: { marks: string; length: number }[] = [];

  function write(added: string, around: Around, isPlain = true): void {
    if (added === '') return;
    if (text === '') {
      prefix = around.prefix;
      path = around.path.join('>');
    }
    const marks = around.marks.join('+');
    const last = runs.at(-1);
    if (last?.marks === marks) last.length += added.length;
    else runs.push({ marks, length: added.length });
    text += added;
    if (isPlain) plain += added;
  }

  function end(): void {
    if (text.trim() !== '') {
      const format = `${path} ${runs.map(({ marks, length }) => `${marks}:${length}`).join(' ')}`;
      lines.push({ text: text.trimEnd(), plain: plain.trim(), prefix, format });
    }
    text = '';
    plain = '';
    runs = [];
  }

  /** Whether a space here would be at the beginning of a line, or the second in a row. */
  const isAfterSpace = () => text === '' || text.endsWith(' ');
  const isEmpty = () => text === '';
  return { lines, write, end, isAfterSpace, isEmpty };
}

function readNode(node: Nodes, around: Around, writer: Writer): void {
  if (node.type === 'text') writeText(node.value, around, writer);
  else if (node.type === 'element') readElement(node, around, writer);
  else if ('children' in node) for (const child of node.children) readNode(child, around, writer);
}

function writeText(value: string, around: Around, writer: Writer): void {
  if (around.isCode) {
    value.split('\n').forEach((line, at) => {
      if (at > 0) writer.end();
      writer.write(line, around);
    });
    return;
  }
  const collapsed = value.replace(/[ \t\n\r\f]+/g, ' ');
  writer.write(writer.isAfterSpace() ? collapsed.trimStart() : collapsed, around);
}

function readElement(element: Element, around: Around, writer: Writer): void {
  const { tagName, properties } = element;
  if (tagName === 'br') writer.end();
  else if (tagName === 'hr') writeWhole(DIVIDER, '', around, writer);
  else if (tagName === 'img') writePicture(properties['alt'], properties['src'], around, writer);
  else if (hasClass(element, 'missing-picture')) writeMissingPicture(element, around, writer);
  else if (hasClass(element, 'footnote')) writer.write(`[* ${toText(element)}]`, around);
  else if (tagName === 'td' || tagName === 'th') writeCell(element, around, writer);
  else if (tagName === 'a') writeLink(element, around, writer);
  else if (isFormula(element) && !around.isCode) writer.write(`$${toText(element)}$`, around);
  else if (BLOCKS.has(tagName)) readBlock(element, around, writer);
  else {
    const marks = MARKS.has(tagName) ? [...around.marks, tagName].sort() : around.marks;
    readChildren(element, { ...around, marks }, writer);
  }
}

function readChildren(element: Element, around: Around, writer: Writer): void {
  for (const child of element.children) readNode(child, around, writer);
}

function readBlock(element: Element, around: Around, writer: Writer): void {
  writer.end();
  const { tagName } = element;
  const isChecked = tagName === 'li' ? element.properties['dataChecked'] : undefined;
  const inside = {
    ...around,
    path: [...around.path, tagName],
    prefix: prefixOf(element, around),
    isCode: around.isCode || tagName === 'pre',
  };
  // Ticking a task is a change of the text, not of its formatting.
  if (isChecked !== undefined && isChecked !== null)
    writer.write(String(isChecked) === 'true' ? '☑ ' : '☐ ', { ...inside, prefix: '' }, false);
  for (const child of element.children) readNode(child, inside, writer);
  writer.end();
}

function prefixOf(element: Element, { prefix }: Around): string {
  const { tagName, children } = element;
  if (HEADING.test(tagName)) return '# ';
  if (tagName === 'blockquote') return '> ';
  if (tagName === 'li') return '• ';
  const isMath = children.some((child) => child.type === 'element' && isFormula(child));
  return tagName === 'pre' && isMath ? '∑ ' : prefix;
}

/** A row of a table is one line: `first | second`. */
function writeCell(element: Element, around: Around, writer: Writer): void {
  if (!writer.isEmpty()) writer.write(' | ', around, false);
  const text = toText(element).replace(/\s+/g, ' ').trim();
  writer.write(text || ' ', { ...around, path: [...around.path, element.tagName] });
}

function writeLink(element: Element, around: Around, writer: Writer): void {
  const address = String(element.properties['href'] ?? '');
  readChildren(element, { ...around, marks: [...around.marks, 'a'].sort() }, writer);
  if (address !== '' && address !== toText(element)) writer.write(` (${address})`, around, false);
}

function writeMissingPicture(element: Element, around: Around, writer: Writer): void {
  const link = element.children.find((child) => child.type === 'element' && child.tagName === 'a');
  const address = link?.type === 'element' ? link.properties['href'] : '';
  writePicture(toText(element).trim(), address, around, writer);
}

function writePicture(alt: unknown, address: unknown, around: Around, writer: Writer): void {
  const text = String(alt ?? '').replace(/\s+/g, ' ');
  writeWhole(
    `${PICTURE} ${text ? `${text} ` : ''}(${String(address ?? '')})`,
    text,
    around,
    writer,
  );
}

function writeWhole(text: string, plain: string, around: Around, writer: Writer): void {
  writer.end();
  writer.write(text, { ...around, prefix: '' }, false);
  writer.end();
  const line = writer.lines.at(-1);
  if (line) line.plain = plain;
}

function isFormula(element: Element): boolean {
  return element.tagName === 'code' && hasClass(element, 'language-math');
}

function hasClass({ properties }: Element, name: string): boolean {
  const classes = properties['className'];
  return Array.isArray(classes) && classes.includes(name);
}

import { shiftHeading, shiftOf } from '../../../platform/markdown/headings.ts';
import { codeOf, languageOf } from './code.ts';
import { type Part, removeBold, splitLines, writeLine } from './line.ts';
import { writeList } from './lists.ts';
import { type Marks, marksIn, NO_MARKS } from './marks.ts';
import { create, styleOf } from './parse.ts';
import { writeTable } from './tables.ts';
import type { Target } from './target.ts';

const SKIPPED = new Set(
  'audio button canvas col colgroup datalist head iframe input link math meta nav noscript object script select style svg template textarea title video xml'.split(
    ' ',
  ),
);
const LINES = new Set(
  'address article aside body center dd details div dl dt fieldset figcaption footer form header li main p section summary td th'.split(
    ' ',
  ),
);
const BLOCKS = new Set('blockquote figure hr ol pre table ul'.split(' '));
const HEADINGS = /^h[1-6]$/;

/**
 * Rebuilds pasted content as a post is stored (D26): only known blocks, marks from tags and styles, no attributes of
 * the source. Content is never lost because its tag is unknown.
 */
export function rebuild(body: HTMLElement): HTMLElement {
  const tags = [...body.querySelectorAll('h1, h2, h3, h4, h5, h6')].map((one) => one.localName);
  const box = create(body, 'div');
  writeBlocks(body, { box, shift: shiftOf(tags), write: writeBlocks });
  return box;
}

/** Appends the content of an element as blocks. */
function writeBlocks(source: Element, target: Target): void {
  const writer = new BlockWriter(target);
  writer.write(source, NO_MARKS);
  writer.endLine();
}

class BlockWriter {
  private parts: Part[] = [];
  private readonly target: Target;

  constructor(target: Target) {
    this.target = target;
  }

  write(source: Element, marks: Marks): void {
    for (const child of source.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) {
        this.parts.push({ text: textOf(child, source), marks });
      } else if (child instanceof Element) this.writeElement(child, marks);
    }
  }

  /** Ends the paragraph. */
  endLine(): void {
    for (const line of splitLines(this.parts)) {
      const paragraph = this.append('p');
      writeLine(paragraph, line);
    }
    this.parts = [];
  }

  private writeElement(element: Element, marks: Marks): void {
    const tag = element.localName;
    if (SKIPPED.has(tag) || styleOf(element, 'display') === 'none') return;
    if (tag === 'br') this.parts.push('break');
    else if (tag === 'img') this.writePicture(element);
    else if (isAtom(element)) this.parts.push({ atom: copyAtom(element), marks });
    else if (HEADINGS.test(tag)) this.writeHeading(element);
    else if (BLOCKS.has(tag)) {
      this.endLine();
      this.writeBlock(element, tag);
    } else if (LINES.has(tag)) {
      this.endLine();
      this.write(element, marksIn(element, marks));
      this.endLine();
    } else this.write(element, marksIn(element, marks));
  }

  private writeBlock(element: Element, tag: string): void {
    const { target } = this;
    if (tag === 'ul' || tag === 'ol') writeList(element, target);
    else if (tag === 'table') writeTable(element, target);
    else if (tag === 'pre') this.writeCode(element);
    else if (tag === 'figure') this.writeFigure(element);
    else if (tag === 'hr') this.append('hr');
    else {
      const quote = create(target.box, 'blockquote');
      writeBlocks(element, { ...target, box: quote });
      if (quote.childElementCount > 0) target.box.append(quote);
    }
  }

  /** One line. Pictures in a heading follow it. */
  private writeHeading(element: Element): void {
    this.endLine();
    const { box, shift } = this.target;
    const inside = create(box, 'div');
    writeBlocks(element, { ...this.target, box: inside });
    const heading = create(box, shiftHeading(element.localName, shift));
    for (const line of inside.querySelectorAll('p')) {
      for (const newLine of line.querySelectorAll('br')) newLine.replaceWith(' ');
      if (heading.childNodes.length > 0) heading.append(' ');
      heading.append(...line.childNodes);
    }
    removeBold(heading);
    if (heading.textContent?.trim()) box.append(heading);
    box.append(...inside.querySelectorAll('figure'));
  }

  private writeCode(element: Element): void {
    const code = this.code(codeOf(element), languageOf(element));
    if (code) this.target.box.append(code);
  }

  private code(text: string, language: string | null): Element | null {
    if (text.trim() === '') return null;
    const { box } = this.target;
    const attributes = language ? { class: `language-${language}` } : undefined;
    return create(box, 'pre', {}, create(box, 'code', attributes, text));
  }

  private writePicture(image: Element, caption?: Element | null): void {
    const src =
      image.getAttribute('data-src') ||
      image.getAttribute('data-original') ||
      image.getAttribute('src');
    if (!src || isPixel(image)) return;
    this.endLine();
    const alt = image.getAttribute('alt')?.trim() ?? '';
    const figure = this.append('figure');
    figure.append(create(figure, 'img', { src, alt, ...sizeOf(image, src) }));
    const text = caption?.textContent?.replace(/\s+/g, ' ').trim();
    if (text) figure.append(create(figure, 'figcaption', {}, text));
  }

  private writeFigure(figure: Element): void {
    if (figure.matches('.missing-picture')) {
      this.target.box.append(figure.cloneNode(true));
      return;
    }
    const [image, ...others] = figure.querySelectorAll('img');
    if (image && others.length === 0 && !figure.querySelector('table, pre'))
      this.writePicture(image, figure.querySelector('figcaption'));
    else {
      this.write(figure, NO_MARKS);
      this.endLine();
    }
  }

  private append(tag: string): HTMLElement {
    const element = create(this.target.box, tag);
    this.target.box.append(element);
    return element;
  }
}

/** Line breaks of the source are spaces, except where the style preserves them. */
function textOf(text: Node, parent: Element): string {
  const value = text.nodeValue?.replace(/[\u200b\ufeff]/g, '') ?? '';
  return parent.localName === 'body' && value.trim() === '' ? ' ' : value;
}

/** Footnotes and formulas in a line, which are stored as they are. */
function isAtom(element: Element): boolean {
  return element.matches('span.footnote, code.language-math');
}

function copyAtom(element: Element): Element {
  const text = element.textContent ?? '';
  return create(element, element.localName, { class: element.className }, text);
}

/** Pictures of one pixel count visits. */
function isPixel(image: Element): boolean {
  return ['width', 'height'].some((name) => ['0', '1'].includes(image.getAttribute(name) ?? ''));
}

/** Only of the site's own pictures: others are measured when they are stored. */
function sizeOf(image: Element, src: string): Record<string, string> {
  if (!src.startsWith('/uploads/')) return {};
  return Object.fromEntries(
    ['width', 'height'].flatMap((name) => {
      const value = image.getAttribute(name) ?? '';
      return /^\d+$/.test(value) ? [[name, value]] : [];
    }),
  );
}

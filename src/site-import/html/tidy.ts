import type { Element, ElementContent, Root } from 'hast';
import { parseBody } from '../../platform/html/parse.ts';
import { convertCard, isDecoration } from './cards.ts';
import { allIn, findIn, h, hasClass, isBlank, isElement, stringOf, textOf } from './nodes.ts';
import { makeParagraphs } from './paragraphs.ts';

/** A picture in a text. `sources` are its addresses, the best first. */
export type Picture = {
  image: Element;
  /** The `figure` around it. */
  frame: Element | null;
  sources: string[];
};

const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp)(?:[?#]|$)/i;
const LAZY = ['dataSrc', 'dataOriginal', 'dataLazySrc', 'dataOrigFile'];

/**
 * The text in the elements that posts have, as far as its meaning is in the classes and habits of its program; the
 * sanitizer decides what remains. Throws `HtmlTooComplex`.
 */
export function tidyHtml(
  html: string,
  { base, has_plain_paragraphs }: { base: string; has_plain_paragraphs: boolean },
): { body: Root; pictures: Picture[] } {
  const tree = parseBody(html);
  const pictures: Picture[] = [];
  const nodes = tree.children as ElementContent[];
  const children = convertAll(has_plain_paragraphs ? makeParagraphs(nodes) : nodes, {
    base,
    pictures,
  });
  return { body: { type: 'root', children }, pictures };
}

type Page = { base: string; pictures: Picture[] };

function convertAll(nodes: ElementContent[], page: Page): ElementContent[] {
  return nodes.flatMap((node) =>
    isElement(node) ? convert(node, page) : node.type === 'text' ? [node] : [],
  );
}

function convert(element: Element, page: Page): ElementContent[] {
  if (isDecoration(element)) return [];
  const card = convertCard(element, (nodes) => convertAll(nodes, page));
  if (card) return card;
  const { tagName, children } = element;
  if (tagName === 'img') return convertImage(element, page);
  if (tagName === 'figure' || hasClass(element, 'wp-caption')) return convertFigure(element, page);
  if (tagName === 'p' || tagName === 'div') {
    const pictures = children.filter((child) => !isBlank(child) && !isBreak(child));
    if (pictures.length > 0 && pictures.every(isPicture))
      return pictures.flatMap((one) => frame(one as Element, null, page));
  }
  if (tagName === 'a') {
    // A picture that leads to itself in full size, or anywhere: a post shows it, and leads nowhere.
    const image = findImage(element);
    if (image && textOf(element).trim() === '') return convertImage(image, page, element);
    const href = absolute(stringOf(element, 'href'), page.base);
    return [h('a', href ? { href } : {}, ...convertAll(children, page))];
  }
  return [{ ...element, children: convertAll(children, page) }];
}

function convertFigure(figure: Element, page: Page): ElementContent[] {
  const isCaption = (one: Element) =>
    one.tagName === 'figcaption' || hasClass(one, 'wp-caption-text');
  const inner = allIn(figure, (one) => one.tagName === 'figure' || hasClass(one, 'wp-caption'));
  const caption = figure.children.find((one) => isElement(one) && isCaption(one)) as
    | Element
    | undefined;
  const images = allIn(figure, (one) => one.tagName === 'img');
  const other = findIn({ ...figure, tagName: 'div' }, (one) =>
    /^(?:iframe|video|audio|pre|table|blockquote)$/.test(one.tagName),
  );
  if (inner.length === 0 && images.length === 1 && !other) {
    const [link] = allIn(figure, (one) => one.tagName === 'a' && findImage(one) !== undefined);
    return frame(
      link ?? (images[0] as Element),
      caption ?? findIn(figure, isCaption) ?? null,
      page,
    );
  }
  // A gallery, a table or a player: its parts, and the caption as a line.
  const parts = figure.children.filter((one) => one !== caption);
  const shown =
    inner.length > 0 || images.length > 1
      ? galleryOf(figure, caption, page)
      : convertAll(parts, page);
  return [...shown, ...(caption ? [h('p', {}, ...convertAll(caption.children, page))] : [])];
}

function galleryOf(figure: Element, caption: Element | undefined, page: Page): ElementContent[] {
  const parts = allIn(
    { ...figure, children: figure.children.filter((one) => one !== caption) },
    (one) => one.tagName === 'figure' || hasClass(one, 'wp-caption') || isPicture(one),
  );
  return parts.flatMap((one) =>
    isPicture(one) ? frame(one, null, page) : convertFigure(one, page),
  );
}

function frame(picture: Element, caption: Element | null, page: Page): ElementContent[] {
  const image = findImage(picture);
  if (!image) return [];
  const link = picture.tagName === 'a' ? picture : undefined;
  const [shown] = convertImage(image, page, link);
  if (!isElement(shown)) return shown ? [shown] : [];
  const texts = caption ? convertAll(caption.children, page) : [];
  const lines = texts.some((one) => !isBlank(one)) ? [h('figcaption', {}, ...texts)] : [];
  const figure = h('figure', {}, shown, ...lines);
  const found = page.pictures.at(-1);
  if (found?.image === shown) found.frame = figure;
  return [figure];
}

function convertImage(image: Element, page: Page, link?: Element): ElementContent[] {
  const alt = stringOf(image, 'alt').trim();
  // Drawn letters: the text is what they mean.
  if (hasClass(image, 'emoji', 'wp-smiley')) return [{ type: 'text', value: alt }];
  const listed = [
    ...(link ? [stringOf(link, 'href')].filter((href) => PICTURE_FILE.test(href)) : []),
    ...LAZY.map((name) => stringOf(image, name)),
    stringOf(image, 'src'),
  ];
  // A relative one as it is written, too: it can name a file beside the text.
  const sources = [
    ...new Set(
      listed.flatMap((one) => [absolute(one, ''), absolute(one, page.base)]).filter(Boolean),
    ),
  ];
  if (sources.length === 0) return [];
  const shown = h('img', { alt });
  page.pictures.push({ image: shown, frame: null, sources });
  return [shown];
}

function findImage(node: ElementContent): Element | undefined {
  return findIn(node, (one) => one.tagName === 'img');
}

/** An image, or a link around nothing else. */
function isPicture(node: ElementContent): boolean {
  if (!isElement(node)) return false;
  if (node.tagName === 'img') return !hasClass(node, 'emoji', 'wp-smiley');
  return node.tagName === 'a' && textOf(node).trim() === '' && findImage(node) !== undefined;
}

function isBreak(node: ElementContent): boolean {
  return isElement(node) && node.tagName === 'br';
}

/** Relative ones of a source without an address stay as they are: they can name a file. */
function absolute(address: string, base: string): string {
  const text = address.trim();
  if (text === '' || /^(?:#|data:|javascript:)/i.test(text)) return '';
  if (text.startsWith('//')) return `https:${text}`;
  return URL.parse(text, base || undefined)?.href ?? text;
}

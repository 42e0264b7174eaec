import type { Element, ElementContent } from 'hast';
import { allIn, classesOf, findIn, h, hasClass, isElement, stringOf, textOf } from './nodes.ts';

type Convert = (nodes: ElementContent[]) => ElementContent[];

/**
 * What the blocks of WordPress, the cards of Ghost and the boxes of Discourse stand for, in the elements that posts have.
 * Undefined for everything else.
 */
export function convertCard(element: Element, convert: Convert): ElementContent[] | undefined {
  const { tagName } = element;
  if (hasClass(element, 'kg-bookmark-card')) return bookmark(element);
  if (hasClass(element, 'kg-audio-card', 'kg-video-card', 'kg-file-card')) return file(element);
  if (hasClass(element, 'kg-button-card', 'wp-block-button')) return button(element);
  if (hasClass(element, 'kg-callout-card')) {
    const text = findIn(element, (one) => hasClass(one, 'kg-callout-text')) ?? element;
    return [h('blockquote', {}, h('p', {}, ...convert(text.children)))];
  }
  if (hasClass(element, 'kg-toggle-card')) {
    const heading = findIn(element, (one) => hasClass(one, 'kg-toggle-heading-text'));
    const content = findIn(element, (one) => hasClass(one, 'kg-toggle-content'));
    return [
      ...(heading ? [h('h4', {}, textOf(heading).trim())] : []),
      ...convert(content?.children ?? []),
    ];
  }
  if (tagName === 'aside' && hasClass(element, 'onebox')) {
    const address = stringOf(element, 'dataOneboxSrc') || hrefIn(element);
    const title = findIn(element, (one) => /^h[34]$/.test(one.tagName));
    return link(address, title ? textOf(title) : '');
  }
  if (tagName === 'aside' && hasClass(element, 'quote'))
    return convert(
      element.children.filter((one) => isElement(one) && one.tagName === 'blockquote'),
    );
  if (tagName === 'details') {
    const rest = element.children.filter((one) => !isElement(one) || one.tagName !== 'summary');
    const summary = element.children.find((one) => isElement(one) && one.tagName === 'summary');
    const title = summary ? textOf(summary).trim() : '';
    return [...(title ? [h('p', {}, h('strong', {}, title))] : []), ...convert(rest)];
  }
  if (/^(?:iframe|embed|object|video|audio)$/.test(tagName)) return link(playedBy(element), '');
  if (tagName === 'pre') return [code(element)];
  return undefined;
}

/** A note in the margin, the poll of a forum, buttons: nothing of a text. */
export function isDecoration(element: Element): boolean {
  return hasClass(
    element,
    'poll',
    'kg-signup-card',
    'sharedaddy',
    'jp-relatedposts',
    'meta',
    'wp-block-spacer',
  );
}

function bookmark(card: Element): ElementContent[] {
  const named = (name: string) => findIn(card, (one) => hasClass(one, name));
  const [title, description] = ['kg-bookmark-title', 'kg-bookmark-description'].map((name) => {
    const found = named(name);
    return found ? textOf(found).trim() : '';
  });
  const lines = link(hrefIn(card), title ?? '');
  const caption = findIn(card, (one) => one.tagName === 'figcaption');
  const texts = [description ?? '', caption ? textOf(caption).trim() : ''].filter(Boolean);
  return [h('blockquote', {}, ...lines, ...texts.map((text) => h('p', {}, text)))];
}

function file(card: Element): ElementContent[] {
  const title = findIn(card, (one) =>
    classesOf(one).some((name) => /^kg-(?:audio|file-card)-title$/.test(name)),
  );
  return link(playedBy(card) || hrefIn(card), title ? textOf(title) : '');
}

function button(card: Element): ElementContent[] {
  return link(hrefIn(card), textOf(card));
}

function link(address: string, title: string): ElementContent[] {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  if (!url || !/^https?:$/.test(url.protocol)) return title ? [h('p', {}, title.trim())] : [];
  return [h('p', {}, h('a', { href: url.href }, title.replace(/\s+/g, ' ').trim() || url.href))];
}

function hrefIn(card: Element): string {
  return stringOf(
    findIn(card, (one) => stringOf(one, 'href') !== ''),
    'href',
  );
}

/** A player of YouTube is a page of it. */
function playedBy(element: Element): string {
  const player = findIn(
    element,
    (one) => stringOf(one, 'src') !== '' || stringOf(one, 'data') !== '',
  );
  const address =
    stringOf(player, 'src') || stringOf(player, 'data') || stringOf(element, 'dataSrc');
  const video = /(?:youtube(?:-nocookie)?\.com)\/embed\/([\w-]{6,20})/.exec(address)?.[1];
  return video ? `https://www.youtube.com/watch?v=${video}` : address;
}

const LANGUAGE = /^(?:language|lang|brush)[-:]\s*([\w+#.-]{1,32})$/;

/** Of every program that shows code: its language, and the text without what colors it. */
function code(block: Element): Element {
  const inner = allIn(block, (one) => one.tagName === 'code')[0];
  const elements = inner ? [inner, block] : [block];
  const names = elements.flatMap((one) => [
    ...classesOf(one),
    // `class="brush: php"`
    ...(/brush:\s*[\w+#.-]+/
      .exec(classesOf(one).join(' '))
      ?.map((name) => name.replace(/\s/g, '')) ?? []),
  ]);
  const chosen =
    names.flatMap((name) => LANGUAGE.exec(name)?.[1] ?? [])[0] ??
    elements
      .flatMap((one) => [stringOf(one, 'dataEnlighterLanguage'), stringOf(one, 'lang')])
      .find(Boolean);
  const text = textOf(withLines(inner ?? block)).replace(/\n$/, '');
  const className =
    chosen && !['auto', 'plain', 'generic'].includes(chosen)
      ? [`language-${chosen.toLowerCase()}`]
      : [];
  return h('pre', {}, h('code', className.length > 0 ? { className } : {}, text));
}

function withLines(element: Element): Element {
  const children = element.children.map((child): ElementContent => {
    if (!isElement(child)) return child;
    return child.tagName === 'br' ? { type: 'text', value: '\n' } : withLines(child);
  });
  return { ...element, children };
}

import type { Element, ElementContent } from 'hast';
import { toText } from 'hast-util-to-text';
import { parseBody } from '../../platform/html/parse.ts';
import { h, hasClass, isElement, stringOf, textOf } from './nodes.ts';

/** A comment is plain text: addresses of links and pictures are written out, quotations are marked. */
export function plainTextOf(html: string): string {
  const tree = parseBody(html);
  const children = (tree.children as ElementContent[]).flatMap(write);
  const lines = toText({ type: 'root', children })
    .split('\n')
    .map((line) => line.trimEnd());
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function write(node: ElementContent): ElementContent[] {
  if (!isElement(node)) return node.type === 'text' ? [node] : [];
  if (/^(?:script|style|template|noscript)$/.test(node.tagName)) return [];
  if (node.tagName === 'img') return [{ type: 'text', value: imageText(node) }];
  if (node.tagName === 'blockquote') return [quoted(node)];
  const children = node.children.flatMap(write);
  const href = node.tagName === 'a' ? stringOf(node, 'href') : '';
  const isWritten =
    !/^https?:/.test(href) || textOf(node).includes(href) || hasClass(node, 'mention');
  return [
    {
      ...node,
      children: isWritten ? children : [...children, { type: 'text', value: ` (${href})` }],
    },
  ];
}

function imageText(image: Element): string {
  const [alt, src] = [stringOf(image, 'alt'), stringOf(image, 'src')];
  return hasClass(image, 'emoji', 'wp-smiley') ? alt : [alt, src].filter(Boolean).join(' ');
}

function quoted(quote: Element): Element {
  const text = toText({ type: 'root', children: quote.children.flatMap(write) }).trim();
  const lines = text
    .split('\n')
    .flatMap((line): ElementContent[] => [{ type: 'text', value: `> ${line}` }, h('br', {})]);
  return h('div', {}, ...lines);
}

import type { Element, ElementContent } from 'hast';
import type { PhrasingContent } from 'mdast';

/** The texts of the notes so far, in order. */
export type Notes = string[];

/** Marks without a sign in Markdown, written as HTML. */
const HTML_MARKS = ['u', 'sub', 'sup'];
const STRESS: Record<string, 'strong' | 'emphasis' | 'delete'> = {
  strong: 'strong',
  b: 'strong',
  em: 'emphasis',
  i: 'emphasis',
  s: 'delete',
  del: 'delete',
};

/** The text of one line, without spaces and line breaks at its ends. */
export function phrasingOf(nodes: ElementContent[], notes: Notes): PhrasingContent[] {
  return trimEnds(joinText(nodes.flatMap((node) => phrase(node, notes))));
}

function phrase(node: ElementContent, notes: Notes): PhrasingContent[] {
  if (node.type === 'text') return [{ type: 'text', value: joinLines(node.value) }];
  if (!isElement(node)) return [];
  const { tagName, properties } = node;
  if (tagName === 'br') return [{ type: 'break' }];
  if (tagName === 'img') {
    const { src, alt } = properties;
    return [{ type: 'image', url: String(src ?? ''), alt: String(alt ?? '') }];
  }
  if (tagName === 'code') {
    const value = textOf(node);
    const isFormula = classesOf(node).includes('language-math');
    return value === '' ? [] : [{ type: isFormula ? 'inlineMath' : 'inlineCode', value }];
  }
  if (tagName === 'span' && classesOf(node).includes('footnote')) return noteOf(node, notes);
  const inside = joinText(node.children.flatMap((child) => phrase(child, notes)));
  if (tagName === 'a' && properties['href'] !== undefined)
    return spacesOutside(inside, (children) => [
      { type: 'link', url: String(properties['href']), children: children as never },
    ]);
  const stress = STRESS[tagName];
  if (stress) return spacesOutside(inside, (children) => [{ type: stress, children }]);
  if (HTML_MARKS.includes(tagName))
    return spacesOutside(inside, (children) => [
      { type: 'html', value: `<${tagName}>` },
      ...children,
      { type: 'html', value: `</${tagName}>` },
    ]);
  return inside;
}

function noteOf(node: Element, notes: Notes): PhrasingContent[] {
  const text = textOf(node).replace(/\s+/g, ' ').trim();
  if (text === '') return [];
  const label = String(notes.push(text));
  return [{ type: 'footnoteReference', identifier: label, label }];
}

/** A mark neither starts nor ends with a space in Markdown, so its spaces go outside; a mark of only spaces goes. */
function spacesOutside(
  inside: PhrasingContent[],
  mark: (children: PhrasingContent[]) => PhrasingContent[],
): PhrasingContent[] {
  const isSpace = (node: PhrasingContent | undefined) =>
    node?.type === 'break' || (node?.type === 'text' && node.value.trim() === '');
  const children = inside.map((node) => ({ ...node }));
  const before: PhrasingContent[] = [];
  const after: PhrasingContent[] = [];
  for (let node = children[0]; node && isSpace(node); node = children[0])
    before.push(...children.splice(0, 1));
  for (let node = children.at(-1); node && isSpace(node); node = children.at(-1))
    after.unshift(...children.splice(-1));
  const [first, last] = [children[0], children.at(-1)];
  if (first?.type === 'text') {
    const text = first.value.trimStart();
    if (text !== first.value) before.push({ type: 'text', value: ' ' });
    first.value = text;
  }
  if (last?.type === 'text') {
    const text = last.value.trimEnd();
    if (text !== last.value) after.unshift({ type: 'text', value: ' ' });
    last.value = text;
  }
  return [...before, ...(children.length > 0 ? mark(children) : []), ...after];
}

/** Adjacent texts and adjacent equal marks are one. */
function joinText(nodes: PhrasingContent[]): PhrasingContent[] {
  const joined: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (last?.type === 'text' && node.type === 'text') last.value += node.value;
    else if (
      last?.type === node.type &&
      (last.type === 'strong' || last.type === 'emphasis' || last.type === 'delete')
    )
      last.children = joinText([...last.children, ...(node as typeof last).children]);
    else joined.push(node);
  }
  return joined;
}

function trimEnds(nodes: PhrasingContent[]): PhrasingContent[] {
  return spacesOutside(nodes, (children) => children).filter(
    (node, index, all) =>
      (index > 0 && index < all.length - 1) ||
      (node.type !== 'break' && !(node.type === 'text' && node.value.trim() === '')),
  );
}

export function isElement(node: { type: string }): node is Element {
  return node.type === 'element';
}

export function elementsOf(parent: Element, tagName: string): Element[] {
  return parent.children.filter(
    (child): child is Element => isElement(child) && child.tagName === tagName,
  );
}

export function classesOf({ properties }: Element): string[] {
  const { className } = properties;
  return Array.isArray(className) ? className.map(String) : [];
}

export function textOf(node: Element): string {
  return node.children
    .map((child) => {
      if (child.type === 'text') return child.value;
      if (!isElement(child)) return '';
      return child.tagName === 'br' ? '\n' : textOf(child);
    })
    .join('');
}

/** A line break in HTML is a space. Split and trimmed, because a pattern with spaces on both sides takes quadratic time. */
function joinLines(text: string): string {
  if (!text.includes('\n')) return text;
  const lines = text.split('\n');
  const last = lines.length - 1;
  return lines
    .map((line, at) => {
      const start = at > 0 ? line.trimStart() : line;
      return at < last ? start.trimEnd() : start;
    })
    .filter((line, at) => line !== '' || at === 0 || at === last)
    .join(' ');
}

import type { Element, ElementContent, Nodes } from 'hast';
import { BLOCKS } from '../../platform/html/allow-list.ts';

type Child = ElementContent | string;

export function h(
  tagName: string,
  properties: Element['properties'],
  ...children: Child[]
): Element {
  return { type: 'element', tagName, properties, children: children.map(toNode) };
}

function toNode(child: Child): ElementContent {
  return typeof child === 'string' ? { type: 'text', value: child } : child;
}

export function isElement(node: Nodes | undefined): node is Element {
  return node?.type === 'element';
}

export function classesOf({ properties }: Element): string[] {
  const classes = properties['className'];
  return Array.isArray(classes) ? classes.map(String) : [];
}

/** The class, or one that begins with it and a hyphen. */
export function hasClass(element: Element, ...names: string[]): boolean {
  return classesOf(element).some((one) => names.includes(one));
}

export function isBlock(node: ElementContent): boolean {
  return (
    isElement(node) && (BLOCKS.has(node.tagName) || /^(?:iframe|video|audio)$/.test(node.tagName))
  );
}

export function isBlank(node: ElementContent): boolean {
  return node.type === 'comment' || (node.type === 'text' && node.value.trim() === '');
}

/** The first descendant that the test accepts, itself included. */
export function findIn(node: ElementContent, test: (one: Element) => boolean): Element | undefined {
  if (!isElement(node)) return undefined;
  if (test(node)) return node;
  for (const child of node.children) {
    const found = findIn(child, test);
    if (found) return found;
  }
  return undefined;
}

export function allIn(node: Element, test: (one: Element) => boolean): Element[] {
  const own = node.children.filter(isElement);
  return own.flatMap((child) => (test(child) ? [child] : allIn(child, test)));
}

export function textOf(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return isElement(node) ? node.children.map(textOf).join('') : '';
}

export function stringOf(element: Element | undefined, name: string): string {
  const value = element?.properties[name];
  return typeof value === 'string' ? value : '';
}

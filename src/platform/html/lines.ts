import type { Element, ElementContent, Nodes } from 'hast';
import { toText } from 'hast-util-to-text';
import { parseBody } from './parse.ts';

const HEADING = /^h[1-6]$/;

/**
 * The text of a body, one line per paragraph, list item or line of code. The addresses of links and images are part of
 * it, because a comparison must show a changed link under unchanged words.
 */
export function linesOfBody(html: string): string[] {
  const tree = parseBody(html);
  writeOutAddresses(tree);
  return toText(tree)
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '');
}

function writeOutAddresses(node: Nodes): void {
  if (!('children' in node)) return;
  for (const child of node.children) writeOutAddresses(child);
  if (node.type !== 'element') return;
  node.children = node.children.flatMap((child) =>
    child.type === 'element' && child.tagName === 'img' ? [text(imageLine(child))] : [child],
  );
  if (node.tagName === 'a') {
    const address = String(node.properties['href'] ?? '');
    if (address !== '' && address !== toText(node)) node.children.push(text(` (${address})`));
  }
  if (HEADING.test(node.tagName)) node.children.unshift(text('# '));
}

function imageLine({ properties }: Element): string {
  return `🖼 ${String(properties['alt'] ?? '')} (${String(properties['src'] ?? '')})`;
}

function text(value: string): ElementContent {
  return { type: 'text', value };
}

import type { Element, ElementContent, Nodes, Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import { unified } from 'unified';
import { ALLOW_LIST, BLOCKS, LINE_TAGS, RENAMED_TAGS } from './allow-list.ts';
import { checkElement, type SanitizeOptions } from './elements.ts';
import { assertSize, HtmlTooComplex } from './limits.ts';
import { parseBody } from './parse.ts';
import { serializeBody } from './serialize.ts';
import { type TrustedHtml, trust } from './trusted.ts';

/** Ordinary bodies are stable after two rounds; each round unwraps one layer of malicious nesting. */
const ROUNDS_MAX = 8;
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Reduces a body to what D26 allows. Dropping a tag can put elements where a parser would not (a paragraph in a
 * paragraph), and such markup means something else when it is parsed again: mutation XSS. So it is parsed again here
 * until it no longer changes.
 */
export function sanitizeBody(html: string, options: SanitizeOptions): TrustedHtml {
  assertSize(html);
  let before = html.toWellFormed();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const after = sanitizeOnce(before, options);
    assertSize(after);
    if (after === before) return trust(after);
    before = after;
  }
  throw new HtmlTooComplex('unstable');
}

const allowing = unified().use(rehypeSanitize, ALLOW_LIST).freeze();

function sanitizeOnce(html: string, options: SanitizeOptions): string {
  const tree = parseBody(html);
  rename(tree);
  const allowed = allowing.runSync(tree) as Nodes;
  // The sanitizer returns a root with one child as that child.
  const children = allowed.type === 'root' ? allowed.children : [allowed];
  const root: Root = {
    type: 'root',
    children: finish(children as ElementContent[], options, []),
  };
  return serializeBody(root);
}

function rename(node: Nodes): void {
  if (!('children' in node)) return;
  if (node.type === 'element') node.tagName = isLine(node) ? 'p' : nameOf(node);
  for (const child of node.children) rename(child);
}

function nameOf({ tagName }: Element): string {
  return RENAMED_TAGS.get(tagName) ?? tagName;
}

/** A line written as a `div` becomes a paragraph; without its tag it would join the next one. */
function isLine({ tagName, children }: Element): boolean {
  return (
    LINE_TAGS.has(tagName) &&
    children.length > 0 &&
    !children.some((child) => child.type === 'element' && BLOCKS.has(child.tagName))
  );
}

/** Checks attribute values, and joins adjacent text nodes that dropped tags leave. */
function finish(
  nodes: ElementContent[],
  options: SanitizeOptions,
  ancestors: readonly Element[],
): ElementContent[] {
  const result: ElementContent[] = [];
  for (const node of nodes) {
    for (const one of finishOne(node, options, ancestors)) {
      const last = result.at(-1);
      if (one.type === 'text' && last?.type === 'text') last.value += one.value;
      else if (one.type !== 'text' || one.value !== '') result.push(one);
    }
  }
  return result;
}

function finishOne(
  node: ElementContent,
  options: SanitizeOptions,
  ancestors: readonly Element[],
): ElementContent[] {
  if (node.type === 'text') {
    return [{ type: 'text', value: ancestors.some(isCode) ? showBidi(node.value) : node.value }];
  }
  if (node.type !== 'element') return [];
  const action = checkElement(node, options, ancestors);
  if (action === 'drop') return [];
  if (action === 'unwrap') return finish(node.children, options, ancestors);
  const children = finish(node.children, options, [...ancestors, node]);
  return [{ ...node, children }];
}

function isCode({ tagName }: Element): boolean {
  return tagName === 'code' || tagName === 'pre';
}

/** A14: bidi controls can make code look different from what it does. */
function showBidi(text: string): string {
  return text.replace(
    BIDI_CONTROLS,
    (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase()}]`,
  );
}

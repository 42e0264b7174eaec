import type { Element, ElementContent, Nodes, Root } from 'hast';
import rehypeSanitize from 'rehype-sanitize';
import { unified } from 'unified';
import { ALLOW_LIST, BLOCKS, LINES, RENAMED } from './allow-list.ts';
import { judgeElement, type SanitizeOptions } from './elements.ts';
import { assertSize, HtmlTooComplex } from './limits.ts';
import { parseBody } from './parse.ts';
import { serializeBody } from './serialize.ts';
import { type TrustedHtml, trust } from './trusted.ts';

/** Honest bodies are stable after two; each round takes apart one layer of forged nesting. */
const ROUNDS_MAX = 8;
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * The body as D26 allows it. Dropping a tag can put elements where a parser would not leave them (a
 * paragraph in a paragraph), and such text changes its meaning when it is read again: the opening for
 * mutation attacks. So it is read again here, until it no longer changes.
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
  // A root of one child comes back as that child.
  const children = allowed.type === 'root' ? allowed.children : [allowed];
  const root: Root = {
    type: 'root',
    children: finish(children as ElementContent[], options, false),
  };
  return serializeBody(root);
}

function rename(node: Nodes): void {
  if (!('children' in node)) return;
  if (node.type === 'element') node.tagName = isLine(node) ? 'p' : nameOf(node);
  for (const child of node.children) rename(child);
}

function nameOf({ tagName }: Element): string {
  return RENAMED.get(tagName) ?? tagName;
}

/** Without its tag, a line written as a `div` would run into the next one. */
function isLine({ tagName, children }: Element): boolean {
  return (
    LINES.has(tagName) &&
    children.length > 0 &&
    !children.some((child) => child.type === 'element' && BLOCKS.has(child.tagName))
  );
}

/** Applies the rules about values, and joins the texts that dropped tags leave side by side. */
function finish(
  nodes: ElementContent[],
  options: SanitizeOptions,
  isCode: boolean,
): ElementContent[] {
  const kept: ElementContent[] = [];
  for (const node of nodes) {
    for (const one of finishOne(node, options, isCode)) {
      const last = kept.at(-1);
      if (one.type === 'text' && last?.type === 'text') last.value += one.value;
      else if (one.type !== 'text' || one.value !== '') kept.push(one);
    }
  }
  return kept;
}

function finishOne(
  node: ElementContent,
  options: SanitizeOptions,
  isCode: boolean,
): ElementContent[] {
  if (node.type === 'text') {
    return [{ type: 'text', value: isCode ? showBidi(node.value) : node.value }];
  }
  if (node.type !== 'element') return [];
  const verdict = judgeElement(node, options);
  if (verdict === 'drop') return [];
  const holdsCode = isCode || node.tagName === 'code' || node.tagName === 'pre';
  const children = finish(node.children, options, holdsCode);
  return verdict === 'unwrap' ? children : [{ ...node, children }];
}

/** A14: code must not read otherwise than it runs. */
function showBidi(text: string): string {
  return text.replace(
    BIDI_CONTROLS,
    (control) => `[U+${control.charCodeAt(0).toString(16).toUpperCase()}]`,
  );
}

import type { Nodes, Root } from 'hast';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';

const writer = unified()
  .use(rehypeStringify, { characterReferences: { useNamedReferences: true } })
  .freeze();

export function serializeBody(tree: Root): string {
  keepFirstNewlines(tree);
  return writer.stringify(tree);
}

/** A parser drops the newline after `<pre>`, so without a second one each save would lose a line. */
function keepFirstNewlines(node: Nodes): void {
  if (!('children' in node)) return;
  const first = node.children[0];
  if (node.type === 'element' && node.tagName === 'pre' && first?.type === 'text') {
    if (first.value.startsWith('\n')) first.value = `\n${first.value}`;
  }
  for (const child of node.children) keepFirstNewlines(child);
}

import type { Node, Slice } from '@tiptap/pm/model';

/** What other programs get as plain text: one line for each block, with the signs of lists and tabs between cells. */
export function plainText({ content }: Slice): string {
  return blocksOf(content.content, '\n\n').trim();
}

function blocksOf(nodes: readonly Node[], separator: string): string {
  if (nodes[0]?.isInline) return nodes.map(inlineText).join('');
  return nodes.map(blockText).join(separator);
}

function blockText(node: Node): string {
  if (node.isTextblock) return node.children.map(inlineText).join('');
  const { name } = node.type;
  if (name === 'horizontalRule') return '---';
  if (name === 'table')
    return node.children
      .map((row) => row.children.map((cell) => blocksOf(cell.children, ' ')).join('\t'))
      .join('\n');
  if (/List$/.test(name))
    return node.children.map((item, index) => itemText(item, index, name)).join('\n');
  return blocksOf(node.children, '\n');
}

function itemText(item: Node, index: number, list: string): string {
  const checked = item.attrs['checked'] as boolean | undefined;
  const sign = list === 'orderedList' ? `${index + 1}. ` : '- ';
  const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] ';
  return `${sign}${box}${blocksOf(item.children, '\n').replaceAll('\n', '\n  ')}`;
}

function inlineText(node: Node): string {
  return node.isText ? (node.text ?? '') : node.type.name === 'hardBreak' ? '\n' : node.textContent;
}

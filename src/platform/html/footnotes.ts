import type { Element, ElementContent, Nodes } from 'hast';

const FOOTNOTE_CLASS = 'footnote';

export function isFootnote(node: Nodes): node is Element {
  return (
    node.type === 'element' &&
    node.tagName === 'span' &&
    String(node.properties['className'] ?? '') === FOOTNOTE_CLASS
  );
}

/** For texts without numbers (comparison, search, summary): each note in brackets, or nothing. */
export function writeOutFootnotes(node: Nodes, show: (note: string) => string): void {
  if (!('children' in node)) return;
  const children: ElementContent[] = [];
  for (const child of node.children as ElementContent[]) {
    const shown = isFootnote(child) ? text(show(textOf(child))) : child;
    writeOutFootnotes(shown, show);
    const last = children.at(-1);
    // One text: between two of them, a space would be read.
    if (shown.type === 'text' && last?.type === 'text') last.value += shown.value;
    else children.push(shown);
  }
  node.children = children;
}

export function textOf({ children }: Element): string {
  return children
    .map((child) =>
      child.type === 'text' ? child.value : 'children' in child ? textOf(child) : '',
    )
    .join('');
}

function text(value: string): { type: 'text'; value: string } {
  return { type: 'text', value };
}

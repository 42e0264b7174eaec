import type { ElementContent } from 'hast';
import { h, isBlank, isBlock, isElement } from './nodes.ts';

/** Older texts of WordPress have blank lines instead of paragraphs, and line breaks that count. */
export function makeParagraphs(nodes: ElementContent[]): ElementContent[] {
  const made: ElementContent[] = [];
  let line: ElementContent[] = [];
  const endLine = () => {
    const trimmed = trimLine(line);
    if (trimmed.length > 0) made.push(h('p', {}, ...trimmed));
    line = [];
  };
  for (const node of nodes) {
    if (node.type === 'comment') continue;
    if (node.type === 'text') {
      for (const [index, part] of node.value.split(/\r?\n[ \t]*(?:\r?\n[ \t]*)+/).entries()) {
        if (index > 0) endLine();
        line.push(...withBreaks(part));
      }
    } else if (isBlock(node)) {
      endLine();
      const children =
        isElement(node) && /^(?:blockquote|div|section)$/.test(node.tagName)
          ? makeParagraphs(node.children)
          : undefined;
      made.push(children && isElement(node) ? { ...node, children } : node);
    } else line.push(node);
  }
  endLine();
  return made;
}

function withBreaks(text: string): ElementContent[] {
  return text.split(/\r?\n/).flatMap((part, index): ElementContent[] => {
    const node: ElementContent[] = part === '' ? [] : [{ type: 'text', value: part }];
    return index === 0 ? node : [h('br', {}), ...node];
  });
}

function trimLine(line: ElementContent[]): ElementContent[] {
  const isEdge = (node: ElementContent) =>
    isBlank(node) || (isElement(node) && node.tagName === 'br');
  const from = line.findIndex((node) => !isEdge(node));
  return from < 0 ? [] : line.slice(from, line.findLastIndex((node) => !isEdge(node)) + 1);
}

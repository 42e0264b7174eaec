import type MarkdownIt from 'markdown-it';
import type Token from 'markdown-it/lib/token.mjs';

const BOX = /^\[([ xX])\](?:\s+|$)/;

type Item = { open: Token; line: Token | undefined; isTask: boolean };

/**
 * A list in which every item starts with a box is a list of tasks. In other lists the box becomes a character, because
 * a list of tasks has only tasks.
 */
export function markTasks(markdown: MarkdownIt): void {
  markdown.core.ruler.after('inline', 'mark_tasks', ({ tokens }) => {
    for (const [index, list] of tokens.entries()) {
      if (list.type !== 'bullet_list_open' && list.type !== 'ordered_list_open') continue;
      const items = itemsOf(tokens, index);
      if (!items.some(({ isTask }) => isTask)) continue;
      const isTaskList = list.tag === 'ul' && items.every(({ isTask }) => isTask);
      if (isTaskList) list.attrSet('class', 'task-list');
      for (const { open, line, isTask } of items) {
        if (!line || !isTask) continue;
        const isDone = BOX.exec(line.content)?.[1] !== ' ';
        if (isTaskList) open.attrSet('data-checked', String(isDone));
        replaceBox(line, isTaskList ? '' : isDone ? '☑ ' : '☐ ');
      }
    }
  });
}

/** The items of one list, without those of lists inside it. */
function itemsOf(tokens: Token[], start: number): Item[] {
  const level = (tokens[start]?.level ?? 0) + 1;
  const items: Item[] = [];
  for (let index = start + 1; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token || (token.level < level && token.nesting === -1)) break;
    if (token.type !== 'list_item_open' || token.level !== level) continue;
    const line = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2] : undefined;
    items.push({ open: token, line, isTask: BOX.test(line?.content ?? '') });
  }
  return items;
}

function replaceBox(line: Token, mark: string): void {
  const first = line.children?.[0];
  if (first?.type === 'text') first.content = first.content.replace(BOX, mark);
}

import { create, rename } from '../parse.ts';
import { nestLists } from './nest-lists.ts';

const LEVEL_CLASS = /\blist-(?:bullet|number|check|todo|done|undone)(\d)\b/;
const DONE = /^(?:done|checked)$/;
const TASK = /^(?:check|todo|done|undone|checked|unchecked)$/;

export function isFromFeishu(html: string): boolean {
  return /data-lark-|lark-record-clipboard|data-docx-|docx-\w+-block|class="[^"]*\bace-line\b/i.test(
    html,
  );
}

/** Feishu (Lark): levels of lists are class names, tasks are attributes, callouts are blocks. */
export function cleanFeishu(body: HTMLElement): void {
  for (const record of body.querySelectorAll('.lark-record-clipboard')) record.remove();
  for (const callout of body.querySelectorAll(
    '[class*="callout"], .quote-container-block, .docx-quote_container-block',
  ))
    if (!callout.parentElement?.closest('blockquote, [class*="callout"]'))
      rename(callout, 'blockquote');
  for (const item of body.querySelectorAll('[data-list]')) markTask(item);
  for (const todo of body.querySelectorAll('.docx-todo-block')) writeTodo(todo);
  nestFlatLists(body);
}

function markTask(item: Element): void {
  const kind = item.getAttribute('data-list') ?? '';
  if (!TASK.test(kind)) return;
  const isDone = DONE.test(kind) || item.getAttribute('data-checked') === 'true';
  item.setAttribute('data-checked', String(isDone));
}

function writeTodo(todo: Element): void {
  const isDone =
    todo.matches('.checked, .done, [data-checked="true"]') || todo.querySelector('input[checked]');
  const item = rename(todo, 'li');
  item.setAttribute('data-checked', String(Boolean(isDone)));
  const before = item.previousElementSibling;
  if (before?.matches('ul[data-todo]')) before.append(item);
  else {
    const list = create(item, 'ul', { 'data-todo': '' });
    item.before(list);
    list.append(item);
  }
}

/** `<ul class="list-bullet1">…</ul><ul class="list-bullet2">…</ul>`: lists in a row, with the level in the class. */
function nestFlatLists(body: HTMLElement): void {
  const lists = [...body.querySelectorAll('ul, ol')].filter((list) =>
    LEVEL_CLASS.test(list.className),
  );
  const items = lists.flatMap((list) =>
    [...list.children].map((element) => ({
      element,
      level: Number(LEVEL_CLASS.exec(list.className)?.[1]),
      isOrdered: list.localName === 'ol',
    })),
  );
  for (const list of lists) list.replaceWith(...list.children);
  nestLists(items);
}

import { create } from '../parse.ts';

/** An item of a list that the source wrote as flat lines with levels. */
export type FlatItem = { element: Element; level: number; isOrdered: boolean };

/** Replaces each run of adjacent items by real, nested lists. */
export function nestLists(items: FlatItem[]): void {
  let stack: { list: HTMLElement; level: number }[] = [];
  let last: Element | null = null;
  for (const { element, level, isOrdered } of items) {
    const tag = isOrdered ? 'ol' : 'ul';
    if (element.previousElementSibling !== last || last === null) stack = [];
    while (stack.length > 0 && (stack.at(-1)?.level ?? 0) > level) stack.pop();
    const current = stack.at(-1);
    let list = current?.level === level && current.list.localName === tag ? current.list : null;
    if (!list) {
      if (current?.level === level) stack.pop();
      const parent = stack.at(-1)?.list.lastElementChild;
      list = create(element, tag);
      if (parent) parent.append(list);
      else element.before(list);
      stack.push({ list, level });
    }
    const item = create(element, 'li');
    for (const { name, value } of [...element.attributes]) item.setAttribute(name, value);
    item.append(...element.childNodes);
    list.append(item);
    element.remove();
    last = stack[0]?.list ?? null;
  }
}

import { create } from './parse.ts';
import type { Target } from './target.ts';

const CHECKBOX = 'input[type="checkbox"], [role="checkbox"]';

/** A list. A list directly inside a list belongs to the item before it, as Word, Google Docs and Feishu write them. */
export function writeList(source: Element, target: Target): void {
  const { box } = target;
  const list = create(box, source.localName);
  const items: { element: HTMLElement; isChecked: boolean | null }[] = [];
  for (const child of source.children) {
    const last = items.at(-1)?.element;
    if ((child.matches('ul, ol') || isWrapper(child)) && last) {
      const inner = child.matches('ul, ol') ? child : (child.firstElementChild as Element);
      writeList(inner, { ...target, box: last });
      joinLists(last);
      continue;
    }
    if (child.matches('ul, ol')) {
      // A list that starts one level deeper is not indented.
      writeList(child, { ...target, box: list });
      const [inner] = list.querySelectorAll(':scope > ul, :scope > ol');
      if (inner) {
        inner.replaceWith(...inner.childNodes);
        for (const item of list.querySelectorAll<HTMLElement>(':scope > li'))
          items.push({ element: item, isChecked: checkedOf(item) });
      }
      continue;
    }
    const item = create(list, 'li');
    const isChecked = checkedOf(child);
    target.write(child, { ...target, box: item });
    if (item.childElementCount === 0 && isChecked === null) continue;
    unwrapOnlyLine(item);
    list.append(item);
    items.push({ element: item, isChecked });
  }
  if (items.length === 0) return;
  markTasks(list, items);
  // Notion and Feishu write a list for each item.
  const before = box.lastElementChild;
  if (before?.localName === list.localName && before.className === list.className)
    before.append(...list.childNodes);
  else box.append(list);
}

/** `<li><ul>…</ul></li>` without a text, as some programs indent. */
function isWrapper(item: Element): boolean {
  return (
    item.localName === 'li' &&
    item.childElementCount === 1 &&
    item.firstElementChild?.matches('ul, ol') === true &&
    item.textContent?.trim() === item.firstElementChild.textContent?.trim()
  );
}

function checkedOf(item: Element): boolean | null {
  const own = item.getAttribute('data-checked') ?? item.getAttribute('aria-checked');
  if (own !== null) return own === 'true';
  const box = item.matches(CHECKBOX) ? item : item.querySelector(CHECKBOX);
  if (!box || box.closest('li') !== item.closest('li')) return null;
  return box.getAttribute('aria-checked') === 'true' || box.hasAttribute('checked');
}

function markTasks(
  list: HTMLElement,
  items: { element: HTMLElement; isChecked: boolean | null }[],
): void {
  if (!items.some(({ isChecked }) => isChecked !== null)) return;
  const isTaskList = list.localName === 'ul' && items.every(({ isChecked }) => isChecked !== null);
  if (isTaskList) list.className = 'task-list';
  for (const { element, isChecked } of items) {
    if (isTaskList) element.setAttribute('data-checked', String(isChecked));
    else if (isChecked !== null) prepend(element, isChecked ? '☑ ' : '☐ ');
  }
}

function prepend(item: HTMLElement, text: string): void {
  const first = item.firstElementChild;
  (first?.localName === 'p' ? first : item).prepend(text);
}

/** The only line of an item is stored without a paragraph. */
function unwrapOnlyLine(item: HTMLElement): void {
  const [first, ...rest] = item.children;
  if (first?.localName === 'p' && rest.every((one) => one.matches('ul, ol')))
    first.replaceWith(...first.childNodes);
}

/** Two lists of one kind in a row are one. */
function joinLists(item: HTMLElement): void {
  unwrapOnlyLine(item);
  const last = item.lastElementChild;
  const before = last?.previousElementSibling;
  if (last?.matches('ul, ol') && before?.localName === last.localName) {
    before.append(...last.childNodes);
    last.remove();
  }
}

import { create, rename } from '../parse.ts';
import { nestLists } from './nest-lists.ts';

/** Yuque and Notion: cards with their content in an attribute, indented flat lists, boxes of tasks as elements. */
export function cleanDocuments(body: HTMLElement): void {
  for (const card of body.querySelectorAll('card')) writeCard(card);
  for (const box of body.querySelectorAll('.checkbox-on, .checkbox-off'))
    box.closest('li')?.setAttribute('data-checked', String(box.matches('.checkbox-on')));
  for (const aside of body.querySelectorAll('aside')) rename(aside, 'blockquote');
  const indented = [...body.querySelectorAll('ul, ol')].filter((list) =>
    list.querySelector(':scope > li[data-lake-indent], :scope > li[data-lake-index-type]'),
  );
  const items = indented.flatMap((list) =>
    [...list.children].map((element) => ({
      element,
      level: 1 + Number(element.getAttribute('data-lake-indent') ?? 0),
      isOrdered: list.localName === 'ol',
    })),
  );
  for (const list of indented) list.replaceWith(...list.children);
  nestLists(items);
}

type Card = { code?: string; mode?: string; src?: string; name?: string };

/** Yuque: `value` is a percent-encoded JSON text. */
function writeCard(card: Element): void {
  const value = readValue(card.getAttribute('value') ?? '');
  const kind = card.getAttribute('name');
  if (kind === 'hr') card.replaceWith(create(card, 'hr'));
  else if (kind === 'checkbox') {
    card.closest('li')?.setAttribute('data-checked', String(value === true));
    card.remove();
  } else if (typeof value !== 'object' || value === null) return;
  else if (kind === 'image' && value.src)
    card.replaceWith(create(card, 'img', { src: value.src, alt: value.name ?? '' }));
  else if (kind === 'math' && value.code)
    card.replaceWith(create(card, 'code', { class: 'language-math' }, value.code));
  else if (kind === 'codeblock' && value.code !== undefined) {
    const language = value.mode ? { class: `language-${value.mode}` } : {};
    card.replaceWith(create(card, 'pre', {}, create(card, 'code', language, value.code)));
  }
}

function readValue(text: string): Card | boolean | null {
  try {
    return JSON.parse(decodeURIComponent(text.replace(/^data:/, ''))) as Card | boolean;
  } catch {
    return null;
  }
}

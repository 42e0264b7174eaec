import type { Locale } from '../../platform/i18n.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import { type LocalDraft, listLocalDrafts } from './editor/local-drafts.ts';

type LocalWords = Record<
  'only_here' | 'only_here_hint' | 'new_one' | 'new_other' | 'continue',
  string
>;

/** Says on the list of drafts what only this device has: changes of a draft, and texts that are no draft yet. */
export async function showLocalDrafts(): Promise<void> {
  const place = document.querySelector<HTMLElement>('[data-local-drafts]');
  if (!place) return;
  const words = JSON.parse(place.dataset['words'] ?? '{}') as LocalWords;
  const copies = await listLocalDrafts(Number(place.dataset['localDrafts']));
  const fresh = copies.filter((copy) => copy.id === null && !isEmpty(copy));
  if (fresh.length > 0) {
    const say = createSectionTranslate(words, place.dataset['locale'] as Locale);
    const link = document.createElement('a');
    link.href = '/studio/write';
    link.textContent = words.continue;
    place.append(`${say('new', { count: fresh.length })} `, link);
    place.hidden = false;
  }
  const changed = new Set(copies.flatMap((copy) => copy.id ?? []));
  mark(changed, words);
  document.addEventListener('appended', () => mark(changed, words));
}

function isEmpty({ content }: LocalDraft): boolean {
  return `${content.title}${content.body}`.replace(/<[^>]*>/g, '').trim() === '';
}

function mark(changed: Set<number>, words: LocalWords): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-draft]')) {
    if (!changed.has(Number(row.dataset['draft'])) || row.querySelector('.desk-local')) continue;
    const tag = document.createElement('span');
    tag.className = 'tag tag-warn desk-local';
    tag.textContent = words.only_here;
    tag.title = words.only_here_hint;
    row.querySelector('.studio-post-meta')?.prepend(tag);
  }
}

import type { Locale } from '../../platform/i18n.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import { type LocalDraft, listLocalDrafts } from './editor/local-drafts.ts';

type LocalWords = Record<
  'only_here' | 'only_here_hint' | 'new_one' | 'new_other' | 'continue',
  string
>;

/** Marks drafts with changes on this device only, and counts new texts that are not drafts yet. */
export async function showLocalDrafts(): Promise<void> {
  const note = document.querySelector<HTMLElement>('[data-local-drafts]');
  if (!note) return;
  const words = JSON.parse(note.dataset['words'] ?? '{}') as LocalWords;
  const copies = await listLocalDrafts(Number(note.dataset['localDrafts']));
  const unsaved = copies.filter((copy) => copy.id === null && !isEmpty(copy));
  if (unsaved.length > 0) {
    const t = createSectionTranslate(words, note.dataset['locale'] as Locale);
    const link = document.createElement('a');
    link.href = '/studio/write';
    link.textContent = words.continue;
    note.append(`${t('new', { count: unsaved.length })} `, link);
    note.hidden = false;
  }
  const changed = new Set(copies.flatMap((copy) => copy.id ?? []));
  markChanged(changed, words);
  document.addEventListener('appended', () => markChanged(changed, words));
}

function isEmpty({ content }: LocalDraft): boolean {
  return `${content.title}${content.body}`.replace(/<[^>]*>/g, '').trim() === '';
}

function markChanged(changed: Set<number>, words: LocalWords): void {
  for (const row of document.querySelectorAll<HTMLElement>('[data-draft]')) {
    if (!changed.has(Number(row.dataset['draft'])) || row.querySelector('.studio-post-local'))
      continue;
    const tag = document.createElement('span');
    tag.className = 'tag tag-warn studio-post-local';
    tag.textContent = words.only_here;
    tag.title = words.only_here_hint;
    row.querySelector('.studio-post-meta')?.prepend(tag);
  }
}

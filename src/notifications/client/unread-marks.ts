import { call } from '../../ui/client/api.ts';
import { formatCount } from '../../ui/format-count.ts';
import type { Unread } from '../inbox-rules.ts';

type BellWords = { bell: string; bell_unread: string };

/** Asks how many are unread and says so everywhere this page does: the categories, the bell, the title. */
export async function showUnread(words: BellWords): Promise<void> {
  const unread = await call<Unread>('GET', '/api/messages/unread');
  for (const tab of document.querySelectorAll<HTMLAnchorElement>('[data-inbox] .tab')) {
    const category = new URL(tab.href).searchParams.get('category') ?? 'total';
    setCount(tab.querySelector('.tab-count'), unread[category as keyof Unread] ?? 0);
  }
  for (const badge of document.querySelectorAll('.bell .badge, .bottom-bar .badge')) {
    setCount(badge, unread.total);
  }
  const sentence = unread.total > 0 ? words.bell_unread : words.bell;
  document
    .querySelector('.bell')
    ?.setAttribute('aria-label', sentence.replace('{{unread}}', formatCount(unread.total)));
  const title = document.title.replace(/^\(\d+\+?\) /, '');
  document.title = unread.total > 0 ? `(${formatCount(unread.total)}) ${title}` : title;
}

/** Counts only fall here: what is read does not come back. */
function setCount(place: Element | null, count: number): void {
  if (!place) return;
  if (count > 0) place.textContent = formatCount(count);
  else place.remove();
}

import { call } from '../../ui/client/api.ts';
import { formatCount } from '../../ui/format-count.ts';
import type { Unread } from '../rules.ts';

type BellTexts = { bell: string; bell_unread: string };

/** Fetches the unread counts and updates the categories, the bell and the title. */
export async function showUnread(texts: BellTexts): Promise<void> {
  const unread = await call<Unread>('GET', '/api/messages/unread');
  for (const tab of document.querySelectorAll<HTMLAnchorElement>('[data-inbox] .tab')) {
    const category = new URL(tab.href).searchParams.get('category') ?? 'total';
    setCount(tab.querySelector('.tab-count'), unread[category as keyof Unread] ?? 0);
  }
  for (const badge of document.querySelectorAll('.bell .badge, .bottom-bar .badge')) {
    setCount(badge, unread.total);
  }
  const sentence = unread.total > 0 ? texts.bell_unread : texts.bell;
  document
    .querySelector('.bell')
    ?.setAttribute('aria-label', sentence.replace('{{unread}}', formatCount(unread.total)));
  const title = document.title.replace(/^\(\d+\+?\) /, '');
  document.title = unread.total > 0 ? `(${formatCount(unread.total)}) ${title}` : title;
}

/** Counts only fall here, so no badge has to be added. */
function setCount(badge: Element | null, count: number): void {
  if (!badge) return;
  if (count > 0) badge.textContent = formatCount(count);
  else badge.remove();
}

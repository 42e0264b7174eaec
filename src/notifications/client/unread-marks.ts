import { call } from '../../ui/client/api.ts';
import { markUnread } from '../../ui/client/unread.ts';
import { formatCount } from '../../ui/format-count.ts';
import type { Unread } from '../rules.ts';

/** Fetches the unread counts and updates the categories, the bell and the title. */
export async function showUnread(): Promise<void> {
  const unread = await call<Unread>('GET', '/api/messages/unread');
  for (const tab of document.querySelectorAll<HTMLAnchorElement>('[data-inbox] .tab')) {
    const category = new URL(tab.href).searchParams.get('category') ?? 'total';
    setCount(tab.querySelector('.tab-count'), unread[category as keyof Unread] ?? 0);
  }
  markUnread(unread.total);
}

/** The counts of categories only fall here, so none has to be added. */
function setCount(badge: Element | null, count: number): void {
  if (!badge) return;
  if (count > 0) badge.textContent = formatCount(count);
  else badge.remove();
}

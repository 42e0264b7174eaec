import { formatCount } from '../format-count.ts';

/** The badges of the bell and of the bottom bar, the name of the bell and the title of the page. */
export function markUnread(total: number): void {
  const count = formatCount(total);
  for (const link of document.querySelectorAll('.bell, .bottom-link[href="/messages"]')) {
    const badge = link.querySelector('.badge');
    if (total === 0) badge?.remove();
    else if (badge) badge.textContent = count;
    else {
      const added = document.createElement('span');
      added.className = 'badge';
      added.textContent = count;
      link.append(added);
    }
  }
  const bell = document.querySelector<HTMLElement>('.bell');
  const words = JSON.parse(bell?.dataset['words'] ?? '{}') as Record<string, string>;
  const sentence = words[total > 0 ? 'bell_unread' : 'bell'] ?? '';
  bell?.setAttribute('aria-label', sentence.replace('{{unread}}', count));
  const title = document.title.replace(/^\(\d+\+?\) /, '');
  document.title = total > 0 ? `(${count}) ${title}` : title;
}

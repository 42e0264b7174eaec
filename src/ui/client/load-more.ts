import { texts } from './texts.ts';
import { toast } from './toast.ts';

/** A link marked `data-more` brings the next page into the list above it, and the address along. */
export function appendPages(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-more]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    const list = link.closest('[data-pages]')?.querySelector('[data-list]');
    if (!list) return;
    event.preventDefault();
    void append(link, list);
  });
}

async function append(link: HTMLAnchorElement, list: Element): Promise<void> {
  if (link.ariaBusy === 'true') return;
  link.ariaBusy = 'true';
  try {
    const answer = await fetch(link.href, { headers: { accept: 'text/html' } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const added = [...(page.querySelector('[data-pages] [data-list]')?.children ?? [])];
    const next = page.querySelector('[data-pages] .list-more, [data-pages] .list-end');
    list.append(...added);
    const place = link.closest('.list-more');
    if (place && next) place.replaceWith(next);
    // The next tab stop is the first of what came.
    added[0]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    list.dispatchEvent(new CustomEvent('appended', { bubbles: true }));
  } catch {
    toast(texts().unknown, 'danger');
  } finally {
    link.ariaBusy = null;
  }
}

import { readTexts } from './texts.ts';
import { toast } from './toast.ts';

/** A link marked `data-more` appends the next page to the list above it. */
export function appendPages(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-more]');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
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
    const response = await fetch(link.href, { headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const added = [...(page.querySelector('[data-pages] [data-list]')?.children ?? [])];
    const next = page.querySelector('[data-pages] .list-more, [data-pages] .list-end');
    list.append(...added);
    const more = link.closest('.list-more');
    if (more && next) more.replaceWith(next);
    // Focus the first added item.
    added[0]?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    list.dispatchEvent(new CustomEvent('appended', { bubbles: true }));
  } catch {
    toast(readTexts().unknown, 'danger');
  } finally {
    link.ariaBusy = null;
  }
}

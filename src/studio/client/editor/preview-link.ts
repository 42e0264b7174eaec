import { pageElement } from './page-elements.ts';

/** Shows what was saved: so it is saved first, and the page opens beside the text, never instead of it. */
export function runPreviewLink(flush: () => Promise<boolean>): { lead(id: number): void } {
  const link = pageElement<HTMLAnchorElement>('write-preview');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    if (!link.href) return;
    void flush().then(() => window.open(link.href, link.target));
  });
  return {
    lead(id) {
      link.href = `/studio/preview?id=${id}`;
      link.removeAttribute('aria-disabled');
      link.target = `preview-${id}`;
    },
  };
}

import { pageElement } from './page-elements.ts';

/** Saves first, because the preview shows the saved text. Opens another tab, never this one. */
export function runPreviewLink(flush: () => Promise<boolean>): { setPost(id: number): void } {
  const link = pageElement<HTMLAnchorElement>('write-preview');
  link.addEventListener('click', (event) => {
    event.preventDefault();
    if (!link.href) return;
    void flush().then(() => window.open(link.href, link.target));
  });
  return {
    setPost(id) {
      link.href = `/studio/preview?id=${id}`;
      link.removeAttribute('aria-disabled');
      link.target = `preview-${id}`;
    },
  };
}

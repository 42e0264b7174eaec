import type { PictureWords } from './reading-lightbox.ts';

/** A picture of the text opens large on top of it; a second press, Escape or the button closes it. */
export function openPictures(article: HTMLElement, words: PictureWords): void {
  article.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.zoom');
    const picture = link?.querySelector('img');
    if (!link || !picture || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void import('./reading-lightbox.ts').then(({ showPicture }) =>
      showPicture(link.href, picture.alt, words),
    );
  });
}

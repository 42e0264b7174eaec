import type { PictureWords } from './reading-lightbox.ts';

/** Opens a picture of the text or of a comment enlarged; a click, Escape or the button closes it. */
export function openPictures(words: PictureWords): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a.zoom');
    const picture = link?.querySelector('img');
    if (!link || !picture || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void import('./reading-lightbox.ts').then(({ showPicture }) =>
      showPicture(link.href, picture.alt, words),
    );
  });
}

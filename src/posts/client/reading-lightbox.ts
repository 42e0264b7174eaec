export type PictureWords = { enlarge: string; close: string };

/** Loaded when a reader opens a picture. */
export function showPicture(src: string, alt: string, words: PictureWords): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'lightbox';
  dialog.ariaLabel = alt || words.enlarge;
  const picture = document.createElement('img');
  picture.src = src;
  picture.alt = alt;
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'lightbox-close';
  close.ariaLabel = words.close;
  close.textContent = '×';
  dialog.append(close, picture);
  dialog.addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

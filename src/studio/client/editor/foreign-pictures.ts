import { randomName } from './draft-slots.ts';

/** Files that were pasted as data: addresses, until their figure is in the text. */
const pastedFiles = new Map<string, File>();

/**
 * Replaces every picture of another site by a placeholder that the editor then fetches (missing-picture.ts), and returns
 * how many. Pictures of this site stay; those that no address leads to are removed.
 */
export function markForeignPictures(body: HTMLElement): number {
  let marked = 0;
  for (const image of body.querySelectorAll('img')) {
    const own = ownAddress(image.getAttribute('src') ?? '');
    if (own) {
      image.setAttribute('src', own);
      continue;
    }
    const figure = placeholderFor(image);
    if (figure) {
      marked += 1;
      replaceBlock(image, figure);
    } else removePicture(image);
  }
  return marked;
}

/** With the figure around it, unless that has a caption or another picture. */
function removePicture(image: HTMLImageElement): void {
  const frame = image.closest('figure');
  image.remove();
  if (frame?.textContent?.trim() === '' && !frame.querySelector('img')) frame.remove();
}

/** Takes the pasted file of a placeholder; it can be taken once. */
export function takePastedFile(key: string): File | undefined {
  const file = pastedFiles.get(key);
  pastedFiles.delete(key);
  return file;
}

/** The path of an upload of this site, also if it is written with the site's address. */
function ownAddress(src: string): string | null {
  if (src.startsWith('/uploads/')) return src;
  const url = URL.canParse(src) ? new URL(src) : null;
  return url?.origin === location.origin && url.pathname.startsWith('/uploads/')
    ? url.pathname
    : null;
}

function placeholderFor(image: HTMLImageElement): HTMLElement | null {
  // Pages that load pictures late have the real address elsewhere.
  const sources = [image.getAttribute('src'), image.dataset['src'], image.dataset['original']];
  const address = sources.map(webAddress).find((one) => one !== null) ?? null;
  const file = address ? null : readDataAddress(image.getAttribute('src') ?? '');
  if (!address && !file) return null;
  const figure = image.ownerDocument.createElement('figure');
  figure.className = 'missing-picture';
  const link = image.ownerDocument.createElement('a');
  const alt = image.alt.replace(/\s+/g, ' ').trim();
  link.textContent = alt || (address ? nameIn(address) : '');
  figure.append(link);
  figure.dataset['alt'] = alt;
  if (address) {
    link.href = address;
    figure.dataset['fetch'] = '';
  } else if (file) {
    const key = randomName();
    pastedFiles.set(key, file);
    figure.dataset['fetch'] = key;
  }
  return figure;
}

function webAddress(src: string | null | undefined): string | null {
  const text = src?.trim().replace(/^\/\//, 'https://') ?? '';
  return /^https?:/i.test(text) && URL.canParse(text) ? new URL(text).href : null;
}

/** The file name in an address, to recognize the picture by. */
export function nameIn(address: string): string {
  const { pathname, hostname } = new URL(address);
  const name = pathname.split('/').findLast(Boolean) ?? hostname;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Not `fetch`: the Content-Security-Policy allows no data: addresses there. */
function readDataAddress(src: string): File | null {
  const [, type = '', data = ''] = /^data:(image\/[a-z+.-]+);base64,([\s\S]+)$/i.exec(src) ?? [];
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    return bytes.length > 0 ? new File([bytes], type.replace('/', '.'), { type }) : null;
  } catch {
    return null;
  }
}

/** A figure is a block with a link: it takes the position of a figure or link that consists of the picture alone. */
function replaceBlock(image: HTMLImageElement, figure: HTMLElement): void {
  const frame = image.closest('figure');
  const around = frame ?? image.closest('a');
  if (!around) {
    image.replaceWith(figure);
    return;
  }
  const caption = frame?.querySelector('figcaption');
  if (caption?.textContent?.trim()) figure.append(caption);
  around.before(figure);
  image.remove();
  if (around.textContent?.trim() === '' && !around.querySelector('img, figure')) around.remove();
}

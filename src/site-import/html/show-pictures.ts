import type { Element } from 'hast';
import { h } from './nodes.ts';
import type { Picture } from './tidy.ts';

export type ShownPicture = { url: string; width: number; height: number };

/** The picture as an upload of this site; or a link to where it was, as the editor stores one that it cannot fetch. */
export function showPicture(picture: Picture, shown: ShownPicture | undefined): void {
  const { image, frame, sources } = picture;
  const alt = String(image.properties['alt'] ?? '');
  if (shown) {
    const { url, width, height } = shown;
    image.properties = { src: url, alt, width, height };
    return;
  }
  const address = sources
    .map((one) => URL.parse(one))
    .find((url) => /^https?:$/.test(url?.protocol ?? ''));
  const link = address
    ? h('a', { href: address.href }, alt || nameIn(address))
    : h('span', {}, alt || (sources[0] ?? ''));
  const figure: Element = frame ?? image;
  if (frame) frame.children = frame.children.map((child) => (child === image ? link : child));
  else Object.assign(image, { tagName: 'figure', children: [link] });
  figure.properties = address ? { className: ['missing-picture'] } : {};
}

/** The file name in an address, to recognize the picture by. */
function nameIn({ pathname, hostname }: URL): string {
  const name = pathname.split('/').findLast(Boolean) ?? hostname;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

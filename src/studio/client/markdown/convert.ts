import type { Root } from 'hast';
import { fromDom } from 'hast-util-from-dom';
import { renderMarkdown } from '../../../platform/markdown/render.ts';
import { serializeMarkdown } from '../../../platform/markdown/serialize.ts';
import { cleanPasted } from '../paste/clean.ts';

/** The site's own pictures, which exported files name with the address of the site. */
const UPLOADS = '/uploads/';

/** Markdown as a post is stored. Raw HTML in it is cleaned like pasted HTML. */
export function readMarkdown(text: string): HTMLElement {
  const body = cleanPasted(renderMarkdown(text.replace(/\r\n?/g, '\n')));
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (src.startsWith(`${location.origin}${UPLOADS}`))
      image.setAttribute('src', src.slice(location.origin.length));
  }
  return body;
}

/** A stored body, or a part of one, as Markdown. Addresses of pictures work outside this site. */
export function writeMarkdown(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? '';
    if (src.startsWith(UPLOADS)) image.setAttribute('src', `${location.origin}${src}`);
  }
  const root: Root = { type: 'root', children: [] };
  const tree = fromDom(body);
  if ('children' in tree) root.children = tree.children as Root['children'];
  return serializeMarkdown(root);
}

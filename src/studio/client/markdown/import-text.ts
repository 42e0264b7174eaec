import { splitFrontMatter } from '../../../platform/markdown/front-matter.ts';
import { SUMMARY_MAX, TITLE_MAX } from '../../../posts/schema.ts';
import { normalizeTag, TAGS_MAX } from '../../../tags/rules.ts';
import type { Content } from '../editor/autosave.ts';
import { markForeignPictures } from '../editor/foreign-pictures.ts';
import { readMarkdown } from './convert.ts';

const TITLE_LINE = /^\s*(?:# +(.+?)[ #]*|(.+)\n=+[ \t]*)(?:\n|$)/;
/** Separates the excerpt in Hexo. */
const MARKERS = /^<!--\s*(?:more|nextpage)\s*-->[ \t]*$/gim;

/** A file as a post. The date of the file is ignored: a post has the date of its publication. */
export function importText(text: string, fileName: string): Content {
  const { fields, markdown } = splitFrontMatter(text);
  const heading = TITLE_LINE.exec(markdown);
  const firstLine = (heading?.[1] ?? heading?.[2] ?? '').trim();
  // A first heading that is the title, or repeats it, is not part of the text.
  const isTitle = firstLine !== '' && (fields.title === '' || fields.title === firstLine);
  const source = isTitle && heading ? markdown.slice(heading[0].length) : markdown;
  const body = readMarkdown(source.replace(MARKERS, ''));
  const cover = fields.cover.startsWith('/uploads/') ? fields.cover : null;
  if (/^https?:\/\//.test(fields.cover)) showCover(body, fields.cover);
  markForeignPictures(body);
  const title = fields.title || plain(firstLine) || fileName.replace(/\.\w+$/, '');
  return {
    title: cut(title, TITLE_MAX),
    summary: cut(fields.summary, SUMMARY_MAX),
    body: body.innerHTML,
    cover_url: cover,
    lang: null,
    tags: fields.tags.flatMap((tag) => normalizeTag(tag)?.name ?? []).slice(0, TAGS_MAX),
  };
}

/** A cover on another site becomes the first picture, from which the author can choose the cover. */
function showCover(body: HTMLElement, address: string): void {
  const isShown = [...body.querySelectorAll('img')].some(
    (one) => one.getAttribute('src') === address,
  );
  if (isShown) return;
  const figure = body.ownerDocument.createElement('figure');
  const image = body.ownerDocument.createElement('img');
  image.setAttribute('src', address);
  image.setAttribute('alt', '');
  figure.append(image);
  body.prepend(figure);
}

function plain(line: string): string {
  return line.replace(/[*_`~]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function cut(text: string, length: number): string {
  return [...text.replace(/\s+/g, ' ').trim()].slice(0, length).join('');
}

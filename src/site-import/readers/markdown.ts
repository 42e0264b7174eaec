import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { readTime } from '../../platform/clock.ts';
import { type Fields, splitFrontMatter } from '../../platform/markdown/front-matter.ts';
import { renderMarkdown } from '../../platform/markdown/render.ts';
import type { PostRecord, Source, SourceOptions, SourceRecord } from '../records.ts';
import { FOLDER_DEPTH_MAX, MARKDOWN_BYTES_MAX, readLanguage } from '../rules.ts';
import { isFields, textOf } from './json.ts';

const CREATED = ['date', 'created', 'created_at', 'pubDate', 'published_at', 'publishDate'];
const UPDATED = ['updated', 'lastmod', 'updated_at', 'modified', 'last_modified_at'];
const ADDRESSES = ['permalink', 'url', 'address', 'aliases', 'alias', 'redirect_from'];
/** Beside the posts in a folder that this site exported, and in those of static sites. */
const NO_POSTS = ['node_modules', 'authors', 'series', '_index.md', 'README.md', 'LICENSE.md'];
/** `2020-01-31-title.md`, as Jekyll names its files. */
const DATED = /^(\d{4}-\d\d-\d\d)-(.+)$/;

/** A folder of Markdown with front matter: of Hexo, Hugo, Jekyll, many editors, and of this site's own export. */
export async function openMarkdown({ path, oldUrl }: SourceOptions): Promise<Source> {
  const directory = resolve(path);
  return {
    name: `markdown ${oldUrl?.host ?? basename(directory)}`,
    host: oldUrl?.host ?? null,
    directory,
    read: () => readRecords(directory, oldUrl),
  };
}

async function* readRecords(directory: string, oldUrl: URL | null): AsyncGenerator<SourceRecord> {
  const authors = new Set<string>();
  for await (const file of listFiles(directory)) {
    if ('kind' in file) {
      yield file;
      continue;
    }
    const { post, author } = await readPost(directory, file.path, oldUrl);
    if (author.id && !authors.has(author.id)) {
      authors.add(author.id);
      yield { kind: 'author', ...author };
    }
    yield post;
  }
}

/** In the order of their names. A link could lead out of the folder, so none is followed. */
async function* listFiles(
  root: string,
  below = '',
  depth = 0,
): AsyncGenerator<{ path: string } | SourceRecord> {
  const entries = await readdir(join(root, below), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(below, entry.name);
    if (entry.name.startsWith('.') || NO_POSTS.includes(entry.name)) continue;
    if (entry.isSymbolicLink()) yield { kind: 'left_out', what: 'symbolic links' };
    else if (entry.isDirectory()) {
      if (depth < FOLDER_DEPTH_MAX) yield* listFiles(root, path, depth + 1);
      else yield { kind: 'problem', item: path, reason: 'nested too deeply' };
    } else if (entry.isFile() && /\.(?:md|markdown|mdx)$/i.test(entry.name)) {
      const { size } = await stat(join(root, path));
      if (size <= MARKDOWN_BYTES_MAX) yield { path };
      else yield { kind: 'problem', item: path, reason: 'too large for a post' };
    }
  }
}

async function readPost(directory: string, path: string, oldUrl: URL | null) {
  const text = await readFile(join(directory, path), 'utf8');
  const { fields, all, markdown } = splitFrontMatter(text);
  const author = authorOf(all);
  const name = basename(path, extname(path));
  const [, day, rest] = DATED.exec(name) ?? [];
  const own = name === 'index' ? basename(dirname(path)) : (rest ?? name);
  const created_at = dateIn(all, CREATED) ?? (day ? (readTime(`${day}T00:00`) ?? null) : null);
  // A title in the text only is the title.
  const heading = fields.title ? null : /^\s*# +(.+?)(?: +#+)? *(?:\n|$)/.exec(markdown);
  const addresses = ADDRESSES.flatMap((field) => textsOf(all[field])).filter(isAddress);
  const base = addresses.find((one) => /^https?:/.test(one)) ?? oldUrl?.href ?? '';
  const post: PostRecord = {
    kind: 'post',
    id: path.replaceAll('\\', '/'),
    author: author.id,
    title: fields.title || heading?.[1] || own.replaceAll('-', ' '),
    summary: fields.summary,
    html: renderMarkdown(heading ? markdown.slice(heading[0].length) : markdown),
    has_plain_paragraphs: false,
    tags: fields.tags,
    state: isDraft(all, path) ? 'draft' : 'public',
    is_page: textOf(all['type']) === 'page' || (textOf(all['layout']) === 'page' && !created_at),
    created_at,
    published_at: created_at,
    updated_at: dateIn(all, UPDATED),
    lang: readLanguage(all['lang'] ?? all['language']),
    cover: fields.cover,
    addresses,
    base,
    directory: dirname(path),
  };
  return { post, author };
}

/** The first author: a name, or an object as some themes have it. `author_id` is written by this site's export. */
function authorOf(all: Fields): { id: string; name: string; email: string } {
  const listed = all['author'] ?? all['authors'];
  const first: unknown = Array.isArray(listed) ? listed[0] : listed;
  const name = textOf(isFields(first) ? first['name'] : first).trim();
  const given = isFields(first) ? textOf(first['email']) : textOf(all['email']);
  // `Ada <ada@example.org>`
  const [, plain, address] = /^([^<]*)<([^<>\s@]+@[^<>\s@]+)>$/.exec(name) ?? [];
  const email = given || address || (name.includes('@') && !name.includes(' ') ? name : '');
  const shown = plain?.trim() ?? name;
  return { id: textOf(all['author_id']) || shown || email, name: shown, email };
}

function isDraft(all: Fields, path: string): boolean {
  const status = textOf(all['status']).toLowerCase();
  return (
    all['draft'] === true ||
    all['published'] === false ||
    all['private'] === true ||
    textOf(all['password']) !== '' ||
    (status !== '' && !['publish', 'published', 'public', 'approved'].includes(status)) ||
    /(?:^|\/)_?drafts\//.test(path.replaceAll('\\', '/'))
  );
}

/** Without a zone it is a time in Shanghai, as everywhere on this site. */
function dateIn(all: Fields, names: string[]): Date | null {
  for (const name of names) {
    const value = all[name];
    // TOML has dates of its own, which know whether they have a zone.
    const text = (value instanceof Date ? value.toISOString() : textOf(value))
      .trim()
      .replace(/^(\d{4}-\d\d-\d\d)[ T]+/, '$1T')
      .replace(/[ ]([+-]\d)/, '$1');
    const parsed = readTime(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : withColon(text));
    if (parsed) return parsed;
  }
  return null;
}

function withColon(text: string): string {
  return text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2');
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(textOf) : [textOf(value)];
}

function isAddress(text: string): boolean {
  // `:year/:title` is the form of addresses, not one.
  return /^(?:https?:\/\/|\/)/.test(text) && !/\/:[a-z]/.test(text);
}

import {
  ImportError,
  type PostRecord,
  type Source,
  type SourceOptions,
  type SourceRecord,
} from '../records.ts';
import { dateOf, type Fields, isFields, listIn, readJson, textOf } from './json.ts';
import { escapeHtml } from './shortcodes.ts';

const DRAFTS = ['draft', 'scheduled', 'sent'];
/** What Ghost writes instead of its own address. */
const OWN_ADDRESS = /__GHOST_URL__/g;

/** The export of Ghost: one file in JSON, without comments and pictures. */
export async function openGhost({ path, oldUrl }: SourceOptions): Promise<Source> {
  if (!oldUrl)
    throw new ImportError('An export of Ghost does not name its site: use --old-url https://….');
  const tables = tablesOf(await readJson(path));
  if (!tables) throw new ImportError(`${path} is not an export of Ghost.`);
  return {
    name: `ghost ${oldUrl.host}${oldUrl.pathname.replace(/\/$/, '')}`,
    host: oldUrl.host,
    directory: null,
    read: () => readRecords(tables, oldUrl),
  };
}

/** `{ db: [{ data }] }`; exports of the API are without the outer part. */
function tablesOf(file: unknown): Fields | undefined {
  const outer = listIn(file, 'db')[0] ?? file;
  const tables = isFields(outer) ? (outer['data'] ?? outer) : undefined;
  return isFields(tables) && Array.isArray(tables['posts']) ? tables : undefined;
}

async function* readRecords(tables: Fields, oldUrl: URL): AsyncGenerator<SourceRecord> {
  for (const user of listIn(tables, 'users'))
    yield {
      kind: 'author',
      id: textOf(user['id']),
      name: textOf(user['name']),
      email: textOf(user['email']),
    };
  const related = {
    tags: groupTags(tables),
    authors: firstOf(listIn(tables, 'posts_authors'), 'author_id'),
  };
  for (const post of listIn(tables, 'posts')) yield readPost(post, related, oldUrl);
}

type Related = {
  tags: Map<string, string[]>;
  authors: Map<string, string>;
};

function readPost(post: Fields, related: Related, oldUrl: URL): PostRecord | SourceRecord {
  const id = textOf(post['id']);
  const status = textOf(post['status']);
  if (status !== 'published' && !DRAFTS.includes(status))
    return { kind: 'left_out', what: 'posts of an unknown state' };
  // Posts for members only were not public.
  const isPublic = status === 'published' && (textOf(post['visibility']) || 'public') === 'public';
  const slug = textOf(post['slug']);
  const address = new URL(`${encodeURIComponent(slug)}/`, withSlash(oldUrl)).href;
  const own = (text: string) => text.replace(OWN_ADDRESS, oldUrl.href.replace(/\/$/, ''));
  return {
    kind: 'post',
    id: textOf(post['uuid']) || id,
    author: related.authors.get(id) ?? textOf(post['author_id']),
    title: textOf(post['title']),
    summary: textOf(post['custom_excerpt']),
    html: own(htmlOf(post)),
    has_plain_paragraphs: false,
    tags: related.tags.get(id) ?? [],
    state: isPublic ? 'public' : 'draft',
    is_page: textOf(post['type']) === 'page' || post['page'] === 1,
    created_at: dateOf(post['created_at']),
    published_at: dateOf(post['published_at']),
    updated_at: dateOf(post['updated_at']),
    lang: null,
    cover: own(textOf(post['feature_image'])),
    addresses: slug ? [address] : [],
    base: address,
    directory: null,
  };
}

/** Ghost renders every post when it is saved; a draft that never was has plain text only. */
function htmlOf(post: Fields): string {
  const html = textOf(post['html']);
  if (html) return html;
  const lines = textOf(post['plaintext'])
    .split(/\n{2,}/)
    .filter(Boolean);
  return lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
}

/** In the author's order. Names that begin with # are internal to Ghost. */
function groupTags(tables: Fields): Map<string, string[]> {
  const names = new Map(
    listIn(tables, 'tags').map((tag) => [textOf(tag['id']), textOf(tag['name'])]),
  );
  const grouped = new Map<string, string[]>();
  for (const link of inOrder(listIn(tables, 'posts_tags'))) {
    const name = names.get(textOf(link['tag_id'])) ?? '';
    const post = textOf(link['post_id']);
    if (name && !name.startsWith('#')) grouped.set(post, [...(grouped.get(post) ?? []), name]);
  }
  return grouped;
}

/** Of several authors, the first. */
function firstOf(links: Fields[], name: string): Map<string, string> {
  const first = new Map<string, string>();
  for (const link of inOrder(links)) {
    const post = textOf(link['post_id']);
    if (!first.has(post)) first.set(post, textOf(link[name]));
  }
  return first;
}

function inOrder(links: Fields[]): Fields[] {
  return links.toSorted((a, b) => Number(a['sort_order'] ?? 0) - Number(b['sort_order'] ?? 0));
}

function withSlash(address: URL): URL {
  return address.pathname.endsWith('/') ? address : new URL(`${address.pathname}/`, address);
}

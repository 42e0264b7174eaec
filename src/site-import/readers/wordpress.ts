import { readTime } from '../../platform/clock.ts';
import type {
  AuthorRecord,
  CommentRecord,
  PostRecord,
  Source,
  SourceOptions,
  SourceRecord,
} from '../records.ts';
import { ImportError } from '../records.ts';
import { replaceShortcodes } from './shortcodes.ts';
import { allIn, readChannel, textIn, type XmlElement } from './xml.ts';

const PUBLIC = 'publish';
/** Private posts, reviews and plans: the author decides again. */
const DRAFTS = ['draft', 'pending', 'future', 'private', 'auto-draft'];
const NO_CATEGORY = ['uncategorized', '未分类', 'uncategorised'];
const NO_DATE = /^0000|^$/;

type Overview = {
  address: URL | null;
  /** By the number that comments name them by. */
  logins: Map<string, string>;
  authors: AuthorRecord[];
  /** The addresses of the files, by their numbers. */
  attachments: Map<string, string>;
};

/** The export of WordPress, WXR. The file is read twice, because a post can come before its pictures. */
export async function openWordPress({ path, oldUrl }: SourceOptions): Promise<Source> {
  const overview = await readOverview(path);
  const address = oldUrl ?? overview.address;
  if (!address) throw new ImportError(`${path} does not name its site: use --old-url.`);
  return {
    name: `wordpress ${address.host}${address.pathname.replace(/\/$/, '')}`,
    host: address.host,
    directory: null,
    read: () => readRecords(path, address, overview),
  };
}

async function readOverview(path: string): Promise<Overview> {
  const overview: Overview = {
    address: null,
    logins: new Map(),
    authors: [],
    attachments: new Map(),
  };
  for await (const element of readChannel(path)) {
    if (element.name === 'wp:base_blog_url') overview.address = URL.parse(element.text.trim());
    else if (element.name === 'link') overview.address ??= URL.parse(element.text.trim());
    else if (element.name === 'wp:author') addAuthor(overview, element);
    else if (element.name === 'item' && textIn(element, 'wp:post_type') === 'attachment')
      overview.attachments.set(textIn(element, 'wp:post_id'), textIn(element, 'wp:attachment_url'));
  }
  return overview;
}

function addAuthor({ logins, authors }: Overview, element: XmlElement): void {
  const id = textIn(element, 'wp:author_login');
  const number = textIn(element, 'wp:author_id');
  if (number) logins.set(number, id);
  authors.push({
    kind: 'author',
    id,
    name: textIn(element, 'wp:author_display_name') || id,
    email: textIn(element, 'wp:author_email'),
  });
}

async function* readRecords(
  path: string,
  address: URL,
  overview: Overview,
): AsyncGenerator<SourceRecord> {
  yield* overview.authors;
  for await (const element of readChannel(path)) {
    if (element.name === 'item') yield* readItem(element, address, overview);
  }
}

function* readItem(item: XmlElement, address: URL, overview: Overview): Generator<SourceRecord> {
  const type = textIn(item, 'wp:post_type');
  const status = textIn(item, 'wp:status');
  if (type === 'attachment') return;
  if (type !== 'post' && type !== 'page') yield { kind: 'left_out', what: 'menus and settings' };
  else if (status !== PUBLIC && !DRAFTS.includes(status))
    yield { kind: 'left_out', what: 'posts in the trash' };
  else {
    yield readPost(item, address, overview);
    // In the order of their numbers a comment comes before its replies.
    const comments = allIn(item, 'wp:comment').toSorted((a, b) => numberOf(a) - numberOf(b));
    for (const comment of comments)
      yield readComment(comment, textIn(item, 'wp:post_id'), overview);
  }
}

function readPost(item: XmlElement, address: URL, { attachments }: Overview): PostRecord {
  const id = textIn(item, 'wp:post_id');
  const content = textIn(item, 'content:encoded');
  const isPublic = textIn(item, 'wp:status') === PUBLIC && textIn(item, 'wp:post_password') === '';
  const link = URL.parse(textIn(item, 'link'), address.href)?.href;
  const cover = attachments.get(metaOf(item, '_thumbnail_id')) ?? '';
  const created_at = readDate(item, 'wp:post_date');
  return {
    kind: 'post',
    id,
    author: textIn(item, 'dc:creator'),
    title: textIn(item, 'title'),
    summary: textIn(item, 'excerpt:encoded').replace(/<[^<>]*>/g, ''),
    html: replaceShortcodes(content, attachments),
    has_plain_paragraphs: !content.includes('<!-- wp:'),
    tags: tagsOf(item),
    state: isPublic ? 'public' : 'draft',
    is_page: textIn(item, 'wp:post_type') === 'page',
    created_at,
    published_at: created_at,
    updated_at: readDate(item, 'wp:post_modified'),
    lang: null,
    cover,
    addresses: [
      ...(link ? [link] : []),
      new URL(`?p=${encodeURIComponent(id)}`, withSlash(address)).href,
    ],
    base: link ?? address.href,
    directory: null,
  };
}

/** Categories first: they are fewer, and readers know them. */
function tagsOf(item: XmlElement): string[] {
  const named = (domain: string) =>
    allIn(item, 'category')
      .filter(({ attributes }) => attributes['domain'] === domain)
      .map(({ text }) => text.trim());
  const categories = named('category').filter((name) => !NO_CATEGORY.includes(name.toLowerCase()));
  return [...categories, ...named('post_tag')];
}

function metaOf(item: XmlElement, key: string): string {
  const meta = allIn(item, 'wp:postmeta').find((one) => textIn(one, 'wp:meta_key') === key);
  return meta ? textIn(meta, 'wp:meta_value') : '';
}

function readComment(
  comment: XmlElement,
  post: string,
  { logins }: Overview,
): CommentRecord | SourceRecord {
  if (textIn(comment, 'wp:comment_approved') !== '1')
    return { kind: 'left_out', what: 'comments that were not approved' };
  if (!['', 'comment'].includes(textIn(comment, 'wp:comment_type')))
    return { kind: 'left_out', what: 'pingbacks' };
  const parent = textIn(comment, 'wp:comment_parent');
  return {
    kind: 'comment',
    id: textIn(comment, 'wp:comment_id'),
    post,
    parent: parent === '' || parent === '0' ? null : parent,
    author: logins.get(textIn(comment, 'wp:comment_user_id')) ?? null,
    guest: textIn(comment, 'wp:comment_author'),
    html: textIn(comment, 'wp:comment_content').replace(/\r?\n/g, '<br>'),
    created_at: readDate(comment, 'wp:comment_date'),
  };
}

/** In UTC, which drafts lack; else as the old site's clock showed it. */
function readDate(element: XmlElement, name: string): Date | null {
  const utc = textIn(element, `${name}_gmt`);
  if (!NO_DATE.test(utc)) return readTime(`${utc.replace(' ', 'T')}Z`) ?? null;
  const local = textIn(element, name);
  return NO_DATE.test(local) ? null : (readTime(local.replace(' ', 'T')) ?? null);
}

function numberOf(comment: XmlElement): number {
  return Number(textIn(comment, 'wp:comment_id')) || 0;
}

function withSlash(address: URL): URL {
  return address.pathname.endsWith('/') ? address : new URL(`${address.pathname}/`, address);
}

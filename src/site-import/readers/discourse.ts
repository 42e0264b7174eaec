import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CommentRecord,
  ImportError,
  type PostRecord,
  type Source,
  type SourceOptions,
  type SourceRecord,
} from '../records.ts';
import { dateOf, type Fields, isFields, listIn, readJson, textOf } from './json.ts';

const REGULAR = 1;
const FACTS = ['id', 'title', 'slug', 'archetype', 'category_id', 'tags', 'visible', 'deleted_at'];

type Overview = {
  /** The authors with an address, by user name. */
  authors: Map<string, { name: string; email: string }>;
  categories: Map<number, { name: string; is_public: boolean }>;
  topics: Map<number, { topic: Fields; files: string[] }>;
};

/**
 * A folder with responses of the API of Discourse, recognized by what they contain: topics with their posts, further
 * posts of a topic, users with addresses, categories. A topic is a post, its replies are the comments.
 */
export async function openDiscourse({ path, oldUrl }: SourceOptions): Promise<Source> {
  if (!oldUrl)
    throw new ImportError('The API of Discourse does not name its site: use --old-url https://….');
  const overview = await readOverview(path);
  if (overview.topics.size === 0)
    throw new ImportError(`${path} contains no topic of the API of Discourse.`);
  return {
    name: `discourse ${oldUrl.host}`,
    host: oldUrl.host,
    directory: null,
    read: () => readRecords(overview, oldUrl),
  };
}

async function readOverview(directory: string): Promise<Overview> {
  const overview: Overview = { authors: new Map(), categories: new Map(), topics: new Map() };
  const entries = await readdir(directory, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.json'));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  for (const path of paths) addFile(overview, await readJson(path), path);
  return overview;
}

function addFile({ authors, categories, topics }: Overview, file: unknown, path: string): void {
  const users = Array.isArray(file) ? file.filter(isFields) : listIn(file, 'users');
  for (const user of users) {
    const email = textOf(user['email']);
    const username = textOf(user['username']);
    if (email && username) authors.set(username, { name: textOf(user['name']) || username, email });
  }
  if (!isFields(file)) return;
  const listed = [...listIn(file['category_list'], 'categories'), ...listIn(file, 'categories')];
  for (const category of listed)
    categories.set(Number(category['id']), {
      name: textOf(category['name']),
      is_public: category['read_restricted'] !== true,
    });
  const posts = listIn(file['post_stream'], 'posts');
  if (posts.length === 0) return;
  const id = Number(posts[0]?.['topic_id'] ?? file['id']);
  const known = topics.get(id);
  // Only the texts of one topic are in memory at a time.
  const facts = Object.fromEntries(FACTS.map((name) => [name, file[name]]));
  const topic = textOf(file['title']) ? facts : (known?.topic ?? { id });
  topics.set(id, { topic, files: [...(known?.files ?? []), path] });
}

async function* readRecords(overview: Overview, oldUrl: URL): AsyncGenerator<SourceRecord> {
  for (const [id, author] of overview.authors) yield { kind: 'author', id, ...author };
  for (const { topic, files } of overview.topics.values()) {
    const posts: Fields[] = [];
    for (const path of files) posts.push(...listIn(fieldsOf(await readJson(path)), 'posts'));
    yield* readTopic(topic, posts, { overview, oldUrl });
  }
}

function fieldsOf(file: unknown): unknown {
  return isFields(file) ? file['post_stream'] : undefined;
}

function* readTopic(
  topic: Fields,
  posts: Fields[],
  { overview, oldUrl }: { overview: Overview; oldUrl: URL },
): Generator<SourceRecord> {
  if (textOf(topic['archetype']) === 'private_message') {
    yield { kind: 'left_out', what: 'private messages' };
    return;
  }
  const ordered = posts.toSorted((a, b) => Number(a['post_number']) - Number(b['post_number']));
  const first = ordered.find((post) => post['post_number'] === 1);
  if (!first || topic['deleted_at'] || first['deleted_at'] || first['hidden'] === true) {
    yield { kind: 'left_out', what: 'topics without a visible first post' };
    return;
  }
  yield toPost(topic, first, { overview, oldUrl });
  const seen = new Map<number, string>();
  for (const post of ordered) {
    if (post === first || seen.has(Number(post['post_number']))) continue;
    if (post['post_type'] !== REGULAR || post['deleted_at'] || post['hidden'] === true)
      yield { kind: 'left_out', what: 'hidden replies and events of topics' };
    else {
      const parent = seen.get(Number(post['reply_to_post_number'])) ?? null;
      yield toComment(post, textOf(topic['id']), parent);
      seen.set(Number(post['post_number']), textOf(post['id']));
    }
  }
}

function toPost(
  topic: Fields,
  first: Fields,
  { overview, oldUrl }: { overview: Overview; oldUrl: URL },
): PostRecord {
  const id = textOf(topic['id']);
  const category = overview.categories.get(Number(topic['category_id']));
  const isPublic = topic['visible'] !== false && category?.is_public !== false;
  const slug = textOf(topic['slug']) || 'topic';
  const paths = [`t/${encodeURIComponent(slug)}/${id}`, `t/${id}`];
  const tags = Array.isArray(topic['tags']) ? topic['tags'] : [];
  const created_at = dateOf(first['created_at']);
  return {
    kind: 'post',
    id,
    author: textOf(first['username']),
    title: textOf(topic['title']),
    summary: '',
    html: textOf(first['cooked']),
    has_plain_paragraphs: false,
    tags: [
      ...(category?.name ? [category.name] : []),
      ...tags.map((tag) => (isFields(tag) ? textOf(tag['name']) : textOf(tag))),
    ],
    state: isPublic ? 'public' : 'draft',
    is_page: false,
    created_at,
    published_at: created_at,
    updated_at: dateOf(first['updated_at']),
    lang: null,
    cover: '',
    addresses: paths.map((path) => new URL(path, oldUrl).href),
    base: oldUrl.href,
    directory: null,
  };
}

function toComment(post: Fields, topic: string, parent: string | null): CommentRecord {
  const username = textOf(post['username']);
  return {
    kind: 'comment',
    id: textOf(post['id']),
    post: topic,
    parent,
    author: username,
    guest: textOf(post['name']) || username,
    html: textOf(post['cooked']),
    created_at: dateOf(post['created_at']),
  };
}

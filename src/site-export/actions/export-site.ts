import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context, Viewer } from '../../context.ts';
import { parseBody } from '../../platform/html/parse.ts';
import { serializeMarkdown } from '../../platform/markdown/serialize.ts';
import { getOwnSummary } from '../../posts/actions/text-work.ts';
import { seriesPath } from '../../series/rules.ts';
import { imageKeysIn, urlOf } from '../../uploads/rules.ts';
import { displayName } from '../../users/actions/present-user.ts';
import { listAuthors, listPublicPosts, listPublicSeries } from '../store.ts';

export type ExportCounts = {
  posts: number;
  pictures: number;
  missing: number;
  authors: number;
  series: number;
};

type Value = string | number | Date | string[] | number[] | null;
type PublicPost =
  ReturnType<typeof listPublicPosts> extends AsyncGenerator<infer Row> ? Row : never;

/** The folder has files already; they could be somebody's. */
export class NotEmpty extends Error {}

/**
 * Everything that is public, as a folder of Markdown that other programs and `lamplight import markdown` read: each post
 * with its pictures beside it, and the authors and series as files. Mail addresses are not public.
 */
export async function exportSite(
  ctx: Context,
  directory: string,
  onProgress: (counts: ExportCounts) => void = () => {},
): Promise<ExportCounts> {
  const counts = { posts: 0, pictures: 0, missing: 0, authors: 0, series: 0 };
  await mkdir(directory, { recursive: true });
  if ((await readdir(directory)).length > 0) throw new NotEmpty(`${directory} is not empty.`);
  for await (const post of listPublicPosts(ctx.db)) {
    await exportPost(ctx, join(directory, 'posts', String(post.key)), post, counts);
    counts.posts += 1;
    onProgress(counts);
  }
  for (const folder of ['authors', 'series'])
    await mkdir(join(directory, folder), { recursive: true });
  for await (const { key, username, signature } of listAuthors(ctx.db)) {
    const fields = {
      title: displayName(ctx, { uid: key, username }),
      uid: key,
      address: link(ctx, `/space/${key}`),
    };
    await writeMarkdown(join(directory, 'authors', `${key}.md`), fields, signature);
    counts.authors += 1;
  }
  for await (const { key, title, description, posts, ...by } of listPublicSeries(ctx.db)) {
    const author = { author: by.username, author_id: String(by.author_uid) };
    const fields = { title, ...author, posts, address: link(ctx, seriesPath(by.author_uid, key)) };
    await writeMarkdown(join(directory, 'series', `${key}.md`), fields, description);
    counts.series += 1;
  }
  return counts;
}

async function exportPost(
  ctx: Context,
  folder: string,
  post: PublicPost,
  counts: ExportCounts,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  let body: string = post.body;
  const shown = imageKeysIn(post.body);
  for (const key of new Set([...shown, ...(post.cover_key ? [post.cover_key] : [])])) {
    if (await copyPicture(ctx, key, folder)) counts.pictures += 1;
    else counts.missing += 1;
    body = body.replaceAll(`src="${urlOf(key)}"`, `src="${basename(key)}"`);
  }
  const fields = {
    title: post.title,
    // The default name of a member without one is no name.
    author: post.username,
    author_id: String(post.author_uid),
    date: post.published_at,
    updated: post.updated_at,
    summary: await getOwnSummary(ctx, readerOf(post.author_uid), post),
    tags: post.tags,
    lang: post.lang_chosen ? post.lang : null,
    cover: post.cover_key ? basename(post.cover_key) : null,
    address: link(ctx, `/posts/${post.key}`),
  };
  await writeMarkdown(join(folder, 'index.md'), fields, serializeMarkdown(parseBody(body)));
}

async function copyPicture(ctx: Context, key: string, folder: string): Promise<boolean> {
  const file = await ctx.storage.get(key);
  if (!file) return false;
  await pipeline(file.body, createWriteStream(join(folder, basename(key))));
  return true;
}

/** JSON texts and lists are valid YAML. */
async function writeMarkdown(
  path: string,
  fields: Record<string, Value>,
  text: string,
): Promise<void> {
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === null || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [`${name}: ${value instanceof Date ? value.toISOString() : JSON.stringify(value)}`],
  );
  await writeFile(path, `---\n${lines.join('\n')}\n---\n\n${text.trimEnd()}\n`);
}

function link({ config }: Context, path: string): string {
  return `${config.BASE_URL}${path}`;
}

/** The queue of text work is per member. */
function readerOf(uid: number): Viewer {
  return { uid, role: 'member', status: 'active', session_id: '', exp: 0, checked_in_on: null };
}

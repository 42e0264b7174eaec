import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { listPublicDocuments } from '../../posts/store/shared/documents.ts';
import { postgresEngine } from '../store/postgres-engine.ts';
import { listTagsByIds } from '../store/tags.ts';
import { insertWords } from '../store/words.ts';
import { authorLexeme, bucketsOf, languageLexeme, tagLexeme } from '../tokens/buckets.ts';
import { latinWords } from '../tokens/scan.ts';
import { tokenizePost } from './token-work.ts';

/** D61: brings the index up to date with these posts. A handler of changed posts (app.ts). */
export async function indexPosts(ctx: Context, trx: Trx, postIds: number[]): Promise<void> {
  const posts = await listPublicDocuments(trx, postIds);
  const tags = await listTagsByIds(trx, [...new Set(posts.flatMap(({ tag_ids }) => tag_ids))]);
  // One after the other: the transaction is never idle for longer than one text takes.
  for (const {
    id,
    author_uid,
    title,
    summary,
    body,
    lang,
    live_version,
    published_at,
    tag_ids,
  } of posts) {
    const own = tag_ids.flatMap((tag) => tags.get(tag) ?? []);
    const filters = [
      ...bucketsOf(published_at),
      authorLexeme(author_uid),
      ...own.map((tag) => tagLexeme(tag.id)),
      ...(lang ? [languageLexeme(lang)] : []),
    ];
    const names = own.map(({ name }) => name);
    const { text, vector } = await tokenizePost(ctx, {
      title,
      tags: names,
      summary,
      body,
      filters,
    });
    await postgresEngine.index(trx, {
      post_id: id,
      published_at,
      version: live_version,
      text,
      vector,
    });
    await insertWords(trx, latinWords([title, ...names].join(' ')));
  }
  const isPublic = new Set(posts.map(({ id }) => id));
  const hidden = postIds.filter((id) => !isPublic.has(id));
  if (hidden.length > 0) await postgresEngine.remove(trx, hidden);
}

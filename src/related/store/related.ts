import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../../blocks/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { publicPostsQuery } from '../../posts/store/shared/visible-posts.ts';
import { PER_TAG, type RelatedPost } from '../rules.ts';

/** More are left for the next change: reads check visibility themselves. */
const LINKS_DELETED = sql.lit(1_000);

export type PostRow = {
  id: number;
  author_uid: number;
  lang: string | null;
  likes: number;
  comments: number;
  energy: number;
};

/** D25: those of the posts that are public. */
export async function listPublicPosts(trx: Trx, ids: number[]): Promise<PostRow[]> {
  const { rows } = await sql<PostRow>`
    select post.id, post.author_uid, post.lang, post_count.likes, post_count.comments, post_count.energy
      from post join post_count on post_count.post_id = post.id
     where post.id in (${publicPostsQuery(trx, ids, FOR_EVERYBODY)})`.execute(trx);
  return rows;
}

export type SharedTags = { post_id: number; candidate_id: number; tag_posts: number[] };

/** The newest posts of each tag of the posts. */
export async function listSharingTags(trx: Trx, postIds: number[]): Promise<SharedTags[]> {
  const { rows } = await sql<SharedTags>`
    select own.post_id, near.post_id as candidate_id, array_agg(tag.posts) as tag_posts
      from post_tag own
      join tag on tag.id = own.tag_id and not tag.blocked
     cross join lateral (
       select post_id, author_uid from post_tag where tag_id = own.tag_id
        order by published_at desc, post_id desc limit ${sql.lit(PER_TAG)}) near
     where own.post_id = any(${postIds}) and near.author_uid <> own.author_uid
     group by own.post_id, near.post_id`.execute(trx);
  return rows;
}

export type RelatedRow = RelatedPost & { post_id: number };

/** Replaces the lists of the posts. Only the worker that has taken a post writes its list. */
export async function replaceRelated(
  trx: Trx,
  postIds: number[],
  rows: RelatedRow[],
): Promise<void> {
  await sql`delete from post_related where post_id = any(${postIds})`.execute(trx);
  if (rows.length > 0) await trx.insertInto('post_related').values(rows).execute();
}

/**
 * Removes hidden posts from the lists of others. Skips what another worker is writing, so that no two workers wait for
 * each other; a row that stays is not shown.
 */
export async function deleteLinksTo(trx: Trx, ids: number[]): Promise<void> {
  await sql`delete from post_related where (post_id, related_id) in (${linksTo(ids)})`.execute(trx);
}

function linksTo(ids: number[]): RawBuilder<unknown> {
  return sql`select post_id, related_id from post_related where related_id = any(${ids})
              limit ${LINKS_DELETED} for update skip locked`;
}

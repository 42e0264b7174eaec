import { type RawBuilder, sql } from 'kysely';
import { batchedRead } from '../../platform/db/batch/batched-read.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { newestOfAuthorQuery } from '../../posts/store/shared/author-posts.ts';
import { linkedPostsQuery } from '../../posts/store/shared/linked-posts.ts';
import { type SeriesOfPostRow, seriesOfPostSql } from '../../series/store/shared.ts';
import type { CardRow } from '../../users/schema.ts';

/** The author's posts are counted and summed up to this many. */
export const POSTS_COUNTED = 50;
const MORE_SHOWN = 3;
const RELATED_SHOWN = 3;
/** Of each direction, and of both together: a post that a million others are related to costs no more than this. */
const RELATED_READ = 8;

/** What follows the text of a post and is the same for all readers. */
export type AfterPostRow = {
  post_count: number;
  received: number;
  more: { id: number; title: string; post_version: string; energy: number; comments: number }[];
  series: SeriesOfPostRow | null;
  related: (CardRow & {
    id: number;
    title: string;
    lang: string | null;
    post_version: string;
    /** Empty if there is a picture. */
    summary: string;
    picture_key: string | null;
    energy: number;
  })[];
};

type PostKey = { post_id: number; author_uid: number };

const afterPostsQuery = prepareQuery(
  (db, { post_ids, author_uids }: Params<{ post_ids: number[]; author_uids: number[] }>) => sql<
    AfterPostRow & { position: number }
  >`
    select input.position, author.post_count, author.received, author.more, near.related, part.series
      from unnest(${post_ids}::bigint[], ${author_uids}::bigint[])
           with ordinality as input(post_id, author_uid, position)
     cross join lateral (${authorSql(db)}) as author
     cross join lateral (${relatedSql(db)}) as near
     cross join lateral (${seriesOfPostSql(db)}) as part`,
);

/** Batches concurrent requests into one statement. */
export const findAfterPost = batchedRead(async (db, keys: PostKey[]) => {
  const rows = await afterPostsQuery(db, {
    post_ids: keys.map(({ post_id }) => post_id),
    author_uids: keys.map(({ author_uid }) => author_uid),
  });
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return keys.map((_, index) => byPosition.get(index + 1));
});

/**
 * How many posts `input.author_uid` has and what they received, and the brightest of the other recent ones. Without pending
 * deltas, as in lists: at most a second old.
 */
function authorSql(db: Db): RawBuilder<unknown> {
  return sql`
    with recent as materialized (
      select post.id, post_count.energy, post_count.comments
        from (${newestOfAuthorQuery(db, sql`input.author_uid`, POSTS_COUNTED + 1)}) as post
        join post_count on post_count.post_id = post.id)
    select (select count(*) from recent) as post_count,
           (select coalesce(sum(energy), 0) from recent)::bigint as received,
           (select coalesce(json_agg(other), '[]') from (
              select post.id, post.title, post.xmin::text as post_version, best.energy, best.comments
                from (select id, energy, comments from recent where id <> input.post_id
                       order by energy desc, id desc limit ${sql.lit(MORE_SHOWN)}) best
                join post on post.id = best.id
               order by best.energy desc, best.id desc) other) as more`;
}

/** What to read after `input.post_id`: the posts it found when it changed last, and those that found it since. */
function relatedSql(db: Db): RawBuilder<unknown> {
  const links = sql<{ id: number; score: number }>`(
    select id, max(score) as score
      from (select related_id as id, score from post_related where post_id = input.post_id
            union all
            (select post_id, score from post_related where related_id = input.post_id
              order by score desc, post_id desc limit ${sql.lit(RELATED_READ)})) found
     group by id order by score desc, id desc limit ${sql.lit(RELATED_READ)})`;
  return sql`
    select coalesce(json_agg(near), '[]') as related
      from (${linkedPostsQuery(db, links, RELATED_SHOWN)}) near`;
}

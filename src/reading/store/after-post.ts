import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { newestOfAuthorQuery } from '../../posts/store/shared/author-posts.ts';
import { linkedPostsQuery } from '../../posts/store/shared/linked-posts.ts';
import type { SeriesOfPostRow } from '../../series/store/shared.ts';
import type { CardRow } from '../../users/schema.ts';

/** How many faces the page shows. */
const GIVERS_SHOWN = 8;
/** Counting stops here: a post that a million people lit costs no more than this. */
export const GIVERS_COUNTED = 1000;
/** The author's posts are counted and summed up to this many. */
export const POSTS_COUNTED = 50;
const MORE_SHOWN = 3;
const RELATED_SHOWN = 3;
/** Of each direction, and of both together: a post that a million others are related to costs no more than this. */
const RELATED_READ = 8;

export type AfterPostRow = {
  givers: (CardRow & { total: number })[] | null;
  giver_count: number;
  followers: number;
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

/** Who lit the post `input.post_id`, in the order of an index; deleted accounts are left out. */
export function giversSql(): RawBuilder<unknown> {
  return sql`
    select (select json_agg(giver) from (
              select users.uid, users.username, users.avatar_key, users.exp, users.xmin::text as user_version,
                     given.total
                from (
                  select uid, total from post_energize_total
                   where post_id = input.post_id and not exists (
                     select from users hidden
                      where hidden.uid = post_energize_total.uid and hidden.deleted_at is not null)
                   order by total desc, uid limit ${sql.lit(GIVERS_SHOWN)}) given
                join users using (uid)
               order by given.total desc, given.uid) giver) as givers,
           (select count(*) from (
              select from post_energize_total where post_id = input.post_id
               limit ${sql.lit(GIVERS_COUNTED + 1)}) given) as giver_count`;
}

/**
 * The counts of `input.author_uid`, and the brightest of their other recent posts. Without pending deltas, as in lists:
 * at most a second old.
 */
export function authorSql(db: Db): RawBuilder<unknown> {
  return sql`
    with recent as materialized (
      select post.id, post_count.energy, post_count.comments
        from (${newestOfAuthorQuery(db, sql`input.author_uid`, POSTS_COUNTED + 1)}) as post
        join post_count on post_count.post_id = post.id)
    select (select followers from user_count where uid = input.author_uid) as followers,
           (select count(*) from recent) as post_count,
           (select coalesce(sum(energy), 0) from recent)::bigint as received,
           (select coalesce(json_agg(other), '[]') from (
              select post.id, post.title, post.xmin::text as post_version, best.energy, best.comments
                from (select id, energy, comments from recent where id <> input.post_id
                       order by energy desc, id desc limit ${sql.lit(MORE_SHOWN)}) best
                join post on post.id = best.id
               order by best.energy desc, best.id desc) other) as more`;
}

/** What to read after `input.post_id`: the posts it found when it changed last, and those that found it since. */
export function relatedSql(db: Db): RawBuilder<unknown> {
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

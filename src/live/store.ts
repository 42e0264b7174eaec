import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../blocks/rules.ts';
import { visibleCommentsQuery } from '../comments/actions/read-comments.ts';
import type { Db } from '../platform/db/database.ts';
import { newFollowedPostsQuery } from '../posts/store/shared/new-followed-posts.ts';
import { everyPublicPostQuery, publicPostsQuery } from '../posts/store/shared/visible-posts.ts';

/** `authors`: whoever hides one of them sees nothing of it. */
export type NewComment = { id: number; post_id: number; created_at: Date; authors: number[] };
export type NewPost = { id: number; author_uid: number; published_at: Date };

/** D25: those of the comments that everybody can read, under posts that everybody can read. */
export async function listPublicComments(
  db: Db,
  named: { post_id: number; id: number }[],
): Promise<NewComment[]> {
  const postIds = named.map(({ post_id }) => post_id);
  const { rows } = await sql<NewComment>`
    with found as materialized (
      select id, post_id, created_at, author_uid, root_author_uid from (${visibleCommentsQuery()}) as visible
       where post_id = any(${postIds}) and root_post_id = any(${postIds}) and id = any(${named.map(({ id }) => id)})
    )
    select found.id, found.post_id, found.created_at,
           array[found.author_uid, found.root_author_uid, post.author_uid]::float8[] as authors
      from found join post on post.id = found.post_id
     where post.id in (${publicPostsQuery(db, postIds, FOR_EVERYBODY)})
     order by found.id`.execute(db);
  return rows;
}

/** The same for the newest ones of these posts. Reads a bounded part of an index for each post. */
export async function listCommentsSince(
  db: Db,
  postIds: number[],
  since: Date,
  limit: number,
): Promise<NewComment[]> {
  // Each by its own key and limit: Citus has no lateral subquery with a limit.
  const each = postIds.map(
    (id) => sql`(
      select post_id, id, created_at from comment where post_id = ${id} order by id desc limit ${sql.lit(limit)})`,
  );
  const { rows } = await sql<{ post_id: number; id: number }>`
    select post_id, id from (${sql.join(each, sql` union all `)}) as newest where created_at > ${since}`.execute(
    db,
  );
  return rows.length > 0 ? listPublicComments(db, rows) : [];
}

/** Those of the posts that are public. */
export function listPublicPosts(db: Db, ids: number[]): Promise<NewPost[]> {
  return publicPostsQuery(db, ids, FOR_EVERYBODY)
    .select(['post.author_uid', 'post.published_at'])
    .where('post.published_at', 'is not', null)
    .$narrowType<{ published_at: Date }>()
    .orderBy('post.id')
    .execute();
}

export function listPostsSince(db: Db, since: Date, limit: number): Promise<NewPost[]> {
  return everyPublicPostQuery(db, FOR_EVERYBODY)
    .select(['post.author_uid', 'post.published_at'])
    .where('post.published_at', '>', since)
    .$narrowType<{ published_at: Date }>()
    .orderBy('post.published_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(limit)
    .execute();
}

/** Of the authors and tags that the member follows. */
export async function listFollowedSince(
  db: Db,
  uid: number,
  { since, until }: { since: Date; until: Date },
  limit: number,
): Promise<NewPost[]> {
  const period = {
    uid: sql<number>`${uid}::bigint`,
    follows: sql`followed`,
    after: sql<Date>`${since}::timestamptz`,
    until: sql<Date>`${until}::timestamptz`,
  };
  const { rows } = await sql<NewPost>`
    with followed as materialized (
      select followed_uid from user_follow where follower_uid = ${uid} and following
    )
    select post.id, post.author_uid, post.published_at
      from (${newFollowedPostsQuery(db, period, limit)}) as followed join post on post.id = followed.id
     order by post.id`.execute(db);
  return rows;
}

/** Which of the members follow the author of a post, or one of its tags. */
export async function listFollowers(
  db: Db,
  postIds: number[],
  uids: number[],
): Promise<{ uid: number; post_id: number }[]> {
  const { rows } = await sql<{ uid: number; post_id: number }>`
    with written as materialized (
      select id, author_uid from post where id = any(${postIds})
    ), follow as materialized (
      select follower_uid, followed_uid from user_follow
       where follower_uid = any(${uids}::bigint[]) and followed_uid in (select author_uid from written) and following
    )
    select follow.follower_uid as uid, written.id as post_id
      from written join follow on follow.followed_uid = written.author_uid
    union
    select followed.uid, post_tag.post_id
      from post_tag join tag shown on shown.id = post_tag.tag_id and not shown.blocked
      join tag on coalesce(tag.merged_into, tag.id) = shown.id
      join tag_follow followed on followed.tag_id = tag.id
     where post_tag.post_id = any(${postIds}) and followed.uid = any(${uids}::bigint[])`.execute(
    db,
  );
  return rows;
}

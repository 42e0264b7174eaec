import { type RawBuilder, sql } from 'kysely';
import { FOR_EVERYBODY } from '../blocks/rules.ts';
import { visibleCommentsQuery } from '../comments/actions/read-comments.ts';
import type { Db } from '../platform/db/database.ts';
import { newFollowedPostsQuery } from '../posts/store/shared/new-followed-posts.ts';
import { everyPublicPostQuery, publicPostsQuery } from '../posts/store/shared/visible-posts.ts';

/** `authors`: whoever hides one of them sees nothing of it. */
export type NewComment = { id: number; post_id: number; created_at: Date; authors: number[] };
export type NewPost = { id: number; author_uid: number; published_at: Date };

/** D25: those of the comments that everybody can read, under posts that everybody can read. */
export function listPublicComments(
  db: Db,
  named: { post_id: number; id: number }[],
): Promise<NewComment[]> {
  return listComments(
    db,
    sql`select input.post_id, input.id from unnest(${named.map(({ post_id }) => post_id)}::bigint[], ${named.map(({ id }) => id)}::bigint[])
          as input (post_id, id)`,
  );
}

/** The same for the newest ones of these posts. Reads a bounded part of an index for each post. */
export function listCommentsSince(
  db: Db,
  postIds: number[],
  since: Date,
  limit: number,
): Promise<NewComment[]> {
  return listComments(
    db,
    sql`select requested.id as post_id, newest.id from unnest(${postIds}::bigint[]) as requested (id) cross join lateral (
          select comment.id, comment.created_at from comment
           where comment.post_id = requested.id order by comment.id desc limit ${sql.lit(limit)}
        ) as newest where newest.created_at > ${since}`,
  );
}

/** `offset 0` makes each part a lookup by the whole key: the planner would join all comments of one post with each other. */
async function listComments(db: Db, named: RawBuilder<unknown>): Promise<NewComment[]> {
  const { rows } = await sql<NewComment>`
    with named as materialized (${named})
    select comment.id, comment.post_id, comment.created_at,
           array[comment.author_uid, root.author_uid, post.author_uid]::float8[] as authors
      from named cross join lateral (
        select comment.* from comment where comment.post_id = named.post_id and comment.id = named.id offset 0
      ) as comment cross join lateral (
        select author_uid from comment root
         where root.post_id = comment.post_id and root.id = coalesce(comment.root_id, comment.id) offset 0
      ) as root
      join post on post.id = comment.post_id
     where exists (select from (${visibleCommentsQuery()}) as visible
                    where visible.post_id = comment.post_id and visible.id = comment.id offset 0)
       and exists (select from (${everyPublicPostQuery(db, FOR_EVERYBODY)}) as public_post where public_post.id = post.id)
     order by comment.id`.execute(db);
  return rows;
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
    after: sql<Date>`${since}::timestamptz`,
    until: sql<Date>`${until}::timestamptz`,
  };
  const { rows } = await sql<NewPost>`
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
    select follow.follower_uid as uid, post.id as post_id
      from post join user_follow follow on follow.followed_uid = post.author_uid and follow.following
     where post.id = any(${postIds}) and follow.follower_uid = any(${uids}::bigint[])
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

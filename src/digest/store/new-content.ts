import { sql } from 'kysely';
import { unreadCommentsSql } from '../../notifications/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { newFollowedPostsQuery } from '../../posts/store/shared/new-followed-posts.ts';
import { DIGEST_POSTS_MAX, DIGEST_REPLIES_MAX } from '../rules.ts';

/** `comments`: each the post and the comment. */
export type NewContent = { uid: number; posts: number[]; comments: [number, number][] };

/**
 * What is new for each of these members, newest first. Of each followed author and tag it reads one index entry, and posts only of
 * those that have new ones. Whom they follow is read before: a cluster has it on other machines than the posts (ADR 0074).
 */
export async function listNewContent(
  db: Db,
  members: { uid: number; covered_until: Date }[],
  until: Date,
): Promise<NewContent[]> {
  const uids = members.map(({ uid }) => uid);
  const starts = members.map(({ covered_until }) => covered_until);
  const period = {
    uid: sql.ref<number>('due.uid'),
    follows: sql`(select unnest(due.followed) as followed_uid)`,
    after: sql.ref<Date>('due.after'),
    until: sql<Date>`${until}::timestamptz`,
  };
  const posts = newFollowedPostsQuery(db, period, DIGEST_POSTS_MAX);
  const followed = await listFollowed(db, uids);
  const { rows } = await sql<NewContent>`
    select due.uid,
           to_json(array(select found.id from (${posts}) as found)) as posts,
           to_json(array(${unreadCommentsSql(period, DIGEST_REPLIES_MAX)})) as comments
      from (select uid, after, followed::bigint[] as followed
              from unnest(${uids}::bigint[], ${starts}::timestamptz[], ${followed}::text[])
                as member (uid, after, followed)) as due`.execute(db);
  return rows;
}

/** Of each member, as an array of PostgreSQL. */
async function listFollowed(db: Db, uids: number[]): Promise<string[]> {
  const { rows } = await sql<{ uid: number; followed: string }>`
    select follower_uid as uid, array_agg(followed_uid)::text as followed from user_follow
     where follower_uid = any(${uids}::bigint[]) and following group by follower_uid`.execute(db);
  const byUid = new Map(rows.map(({ uid, followed }) => [uid, followed]));
  return uids.map((uid) => byUid.get(uid) ?? '{}');
}

import { type RawBuilder, sql } from 'kysely';
import { batchedRead, readByServer } from '../../platform/db/batch/batched-read.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { countsSql } from '../../posts/store/shared/counts.ts';
import type { Reaction } from '../../reactions/rules.ts';

export type PostStateRow = {
  reaction: Reaction;
  likes: number;
  dislikes: number;
  comments: number;
  energy: number;
  favorited: boolean;
  given: number;
  /** Whether comments of the viewer are held. */
  has_held: boolean;
  i_follow: boolean;
  follows_me: boolean;
  /** Of the author. */
  followers: number;
};

/** `uid`: the viewer; null for an anonymous visitor. */
type PostStateKey = { post_id: number; author_uid: number; uid: number | null };

type Columns = { post_ids: number[]; author_uids: number[]; uids: number[] };

/**
 * Reads each row of the viewer by its primary key; a follow too, not from a list of follows. On a cluster each subquery
 * below asks one server, and finds it by a condition that repeats the others: the post's, the viewer's and the author's.
 */
const postStatesQuery = prepareQuery(
  (_db, { post_ids, author_uids, uids }: Params<Columns>) => sql<
    PostStateRow & { position: number }
  >`
    select state.position, counted.likes, counted.dislikes, counted.comments, counted.energy, state.reaction,
           state.favorited, state.given, state.has_held, state.i_follow, state.follows_me,
           (select followers from user_count where uid = state.author_uid) as followers
      from (
        select reader.*, coalesce((select following from user_follow
                                    where follower_uid = reader.author_uid and followed_uid = reader.uid
                                      and follower_uid = any(${author_uids}::bigint[])), false) as follows_me
          from (
            select of_post.*, coalesce((select following from user_follow
                                         where follower_uid = of_post.uid and followed_uid = of_post.author_uid
                                           and follower_uid = any(${uids}::bigint[])), false) as i_follow
              from (${ofPostSql({ post_ids, author_uids, uids })}) as of_post
          ) as reader
      ) as state
     cross join lateral (${countsSql(sql`state.post_id`)}) as counted`,
);

function ofPostSql({ post_ids, author_uids, uids }: Params<Columns>): RawBuilder<unknown> {
  const own = sql`post_id = input.post_id and uid = input.uid and post_id = any(${post_ids}::bigint[])`;
  return sql`
    select input.*, coalesce((select kind from post_reaction where ${own}), 'none') as reaction,
           exists (select 1 from post_favorite where ${own}) as favorited,
           coalesce((select total from post_energize_total where ${own}), 0) as given,
           exists (select 1 from comment_hold
                    where author_uid = input.uid and post_id = input.post_id
                      and post_id = any(${post_ids}::bigint[])) as has_held
      from unnest(${post_ids}::bigint[], ${author_uids}::bigint[], ${uids}::bigint[])
           with ordinality as input(post_id, author_uid, uid, position)`;
}

async function readPostStates(db: Db, keys: PostStateKey[]): Promise<(PostStateRow | undefined)[]> {
  const rows = await postStatesQuery(db, {
    post_ids: keys.map(({ post_id }) => post_id),
    author_uids: keys.map(({ author_uid }) => author_uid),
    // Nobody has uid 0: Citus finds no server for a null.
    uids: keys.map(({ uid }) => uid ?? 0),
  });
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return keys.map((_, index) => byPosition.get(index + 1));
}

/** Batches concurrent requests into one statement. */
export const findPostState = batchedRead(readByServer(readPostStates));

import { sql } from 'kysely';
import { batchedRead } from '../../platform/db/batch/batched-read.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { countsSql } from '../../posts/store/shared/counts.ts';
import type { Reaction } from '../../reactions/rules.ts';

type ViewerStateRow = {
  reaction: Reaction;
  likes: number;
  dislikes: number;
  favorited: boolean;
  given: number;
  i_follow: boolean;
  follows_me: boolean;
};

type ViewerStateKey = { post_id: number; author_uid: number; uid: number };

type Columns = { post_ids: number[]; author_uids: number[]; uids: number[] };

/** Reads each row by its primary key; a follow too, not from a list of follows. */
const viewerStatesQuery = prepareQuery(
  (_db, { post_ids, author_uids, uids }: Params<Columns>) => sql<
    ViewerStateRow & { position: number }
  >`
    select input.position, counted.likes, counted.dislikes,
           coalesce((select kind from post_reaction
                      where post_id = input.post_id and uid = input.uid), 'none') as reaction,
           exists (select from post_favorite
                    where post_id = input.post_id and uid = input.uid) as favorited,
           coalesce((select total from post_energize_total
                      where post_id = input.post_id and uid = input.uid), 0) as given,
           coalesce((select following from user_follow
                      where follower_uid = input.uid and followed_uid = input.author_uid), false) as i_follow,
           coalesce((select following from user_follow
                      where follower_uid = input.author_uid and followed_uid = input.uid), false) as follows_me
      from unnest(${post_ids}::bigint[], ${author_uids}::bigint[], ${uids}::bigint[])
           with ordinality as input(post_id, author_uid, uid, position)
     cross join lateral (${countsSql(sql`input.post_id`)}) as counted`,
);

/** Batches concurrent requests into one statement. */
export const findViewerState = batchedRead(async (db, keys: ViewerStateKey[]) => {
  const rows = await viewerStatesQuery(db, {
    post_ids: keys.map(({ post_id }) => post_id),
    author_uids: keys.map(({ author_uid }) => author_uid),
    uids: keys.map(({ uid }) => uid),
  });
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return keys.map((_, index) => byPosition.get(index + 1));
});

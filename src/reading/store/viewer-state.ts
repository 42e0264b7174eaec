import { sql } from 'kysely';
import { batchedRead } from '../../platform/db/batch/batched-read.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { countsSql } from '../../posts/store/shared/counts.ts';
import type { Reaction } from '../../reactions/rules.ts';

type Standing = {
  state: Reaction;
  likes: number;
  dislikes: number;
  favorited: boolean;
  given: number;
  i_follow: boolean;
  follows_me: boolean;
};

type Asked = { post_id: number; author_uid: number; uid: number };

type Columns = { post_ids: number[]; author_uids: number[]; uids: number[] };

/** Each from one row that its primary key finds; a follow is looked up by its key, and not in a list of follows. */
const standings = prepareQuery(
  (_db, { post_ids, author_uids, uids }: Params<Columns>) => sql<Standing & { place: number }>`
    select asked.place, counted.likes, counted.dislikes,
           coalesce((select kind from post_reaction
                      where post_id = asked.post_id and uid = asked.uid), 'none') as state,
           exists (select from post_favorite
                    where post_id = asked.post_id and uid = asked.uid) as favorited,
           coalesce((select total from post_energize_total
                      where post_id = asked.post_id and uid = asked.uid), 0) as given,
           coalesce((select following from user_follow
                      where follower_uid = asked.uid and followed_uid = asked.author_uid), false) as i_follow,
           coalesce((select following from user_follow
                      where follower_uid = asked.author_uid and followed_uid = asked.uid), false) as follows_me
      from unnest(${post_ids}::bigint[], ${author_uids}::bigint[], ${uids}::bigint[])
           with ordinality as asked(post_id, author_uid, uid, place)
     cross join lateral (${countsSql(sql`asked.post_id`)}) as counted`,
);

/** For all who ask in one moment; each gets their own. */
export const findViewerState = batchedRead(async (db, asked: Asked[]) => {
  const found = await standings(db, {
    post_ids: asked.map(({ post_id }) => post_id),
    author_uids: asked.map(({ author_uid }) => author_uid),
    uids: asked.map(({ uid }) => uid),
  });
  const byPlace = new Map(found.map((one) => [one.place, one]));
  return asked.map((_, index) => byPlace.get(index + 1));
});

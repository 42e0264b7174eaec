import { sql } from 'kysely';
import { batchedRead } from '../../platform/db/batch/batched-read.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { countsSql } from '../../posts/store/shared/counts.ts';
import type { Reaction } from '../../reactions/rules.ts';
import { seriesOfPostSql } from '../../series/store/shared.ts';
import { type AfterPostRow, authorSql, giversSql, relatedSql } from './after-post.ts';

type PostStateRow = AfterPostRow & {
  reaction: Reaction;
  likes: number;
  dislikes: number;
  comments: number;
  energy: number;
  favorited: boolean;
  given: number;
  i_follow: boolean;
  follows_me: boolean;
};

/** `uid`: the viewer; null for an anonymous visitor. */
type PostStateKey = { post_id: number; author_uid: number; uid: number | null };

type Columns = { post_ids: number[]; author_uids: number[]; uids: (number | null)[] };

/** Reads each row of the viewer by its primary key; a follow too, not from a list of follows. */
const postStatesQuery = prepareQuery(
  (db, { post_ids, author_uids, uids }: Params<Columns>) => sql<
    PostStateRow & { position: number }
  >`
    select input.position, counted.likes, counted.dislikes, counted.comments, counted.energy,
           coalesce((select kind from post_reaction
                      where post_id = input.post_id and uid = input.uid), 'none') as reaction,
           exists (select from post_favorite
                    where post_id = input.post_id and uid = input.uid) as favorited,
           coalesce((select total from post_energize_total
                      where post_id = input.post_id and uid = input.uid), 0) as given,
           coalesce((select following from user_follow
                      where follower_uid = input.uid and followed_uid = input.author_uid), false) as i_follow,
           coalesce((select following from user_follow
                      where follower_uid = input.author_uid and followed_uid = input.uid), false) as follows_me,
           lit.givers, lit.giver_count,
           author.followers, author.post_count, author.received, author.more,
           near.related, part.series
      from unnest(${post_ids}::bigint[], ${author_uids}::bigint[], ${uids}::bigint[])
           with ordinality as input(post_id, author_uid, uid, position)
     cross join lateral (${countsSql(sql`input.post_id`)}) as counted
     cross join lateral (${giversSql()}) as lit
     cross join lateral (${authorSql(db)}) as author
     cross join lateral (${relatedSql(db)}) as near
     cross join lateral (${seriesOfPostSql(db)}) as part`,
);

/** Batches concurrent requests into one statement. */
export const findPostState = batchedRead(async (db, keys: PostStateKey[]) => {
  const rows = await postStatesQuery(db, {
    post_ids: keys.map(({ post_id }) => post_id),
    author_uids: keys.map(({ author_uid }) => author_uid),
    uids: keys.map(({ uid }) => uid),
  });
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return keys.map((_, index) => byPosition.get(index + 1));
});

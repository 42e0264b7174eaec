import { type RawBuilder, sql } from 'kysely';
import { batchedRead } from '../../platform/db/batch/batched-read.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { countsSql } from '../../posts/store/shared/counts.ts';
import type { Reaction } from '../../reactions/rules.ts';
import type { CardRow } from '../../users/schema.ts';
import { cardSql, isNotDeletedSql } from '../../users/store/shared.ts';

/** How many faces the page shows. */
const GIVERS_SHOWN = 8;
/** Counting stops here: a post that a million people lit costs no more than this. */
export const GIVERS_COUNTED = 1000;

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
  givers: (CardRow & { total: number })[] | null;
  giver_count: number;
  /** Of the author. */
  followers: number;
};

/** `uid`: the viewer; null for an anonymous visitor. */
type PostStateKey = { post_id: number; author_uid: number; uid: number | null };

type Columns = { post_ids: number[]; author_uids: number[]; uids: (number | null)[] };

/** Reads each row of the viewer by its primary key; a follow too, not from a list of follows. */
const postStatesQuery = prepareQuery(
  (_db, { post_ids, author_uids, uids }: Params<Columns>) => sql<
    PostStateRow & { position: number }
  >`
    select input.position, counted.likes, counted.dislikes, counted.comments, counted.energy,
           coalesce((select kind from post_reaction
                      where post_id = input.post_id and uid = input.uid), 'none') as reaction,
           exists (select from post_favorite
                    where post_id = input.post_id and uid = input.uid) as favorited,
           coalesce((select total from post_energize_total
                      where post_id = input.post_id and uid = input.uid), 0) as given,
           exists (select from comment_hold
                    where author_uid = input.uid and post_id = input.post_id) as has_held,
           coalesce((select following from user_follow
                      where follower_uid = input.uid and followed_uid = input.author_uid), false) as i_follow,
           coalesce((select following from user_follow
                      where follower_uid = input.author_uid and followed_uid = input.uid), false) as follows_me,
           (select followers from user_count where uid = input.author_uid) as followers,
           lit.givers, lit.giver_count
      from unnest(${post_ids}::bigint[], ${author_uids}::bigint[], ${uids}::bigint[])
           with ordinality as input(post_id, author_uid, uid, position)
     cross join lateral (${countsSql(sql`input.post_id`)}) as counted
     cross join lateral (${giversSql()}) as lit`,
);

/** Who lit the post `input.post_id`, in the order of an index; deleted accounts are left out. */
function giversSql(): RawBuilder<unknown> {
  return sql`
    select (select json_agg(giver) from (
              select ${cardSql()}, member_card.version::text as user_version, given.total
                from (
                  select uid, total from post_energize_total
                   where post_id = input.post_id and ${isNotDeletedSql(sql`post_energize_total.uid`)}
                   order by total desc, uid limit ${sql.lit(GIVERS_SHOWN)}) given
                join member_card using (uid)
               order by given.total desc, given.uid) giver) as givers,
           (select count(*) from (
              select from post_energize_total where post_id = input.post_id
               limit ${sql.lit(GIVERS_COUNTED + 1)}) given) as giver_count`;
}

/** Batches concurrent requests into one statement. */
export const findPostState = batchedRead(
  async (db, keys: PostStateKey[]) => {
    const rows = await postStatesQuery(db, {
      post_ids: keys.map(({ post_id }) => post_id),
      author_uids: keys.map(({ author_uid }) => author_uid),
      uids: keys.map(({ uid }) => uid),
    });
    const byPosition = new Map(rows.map((row) => [row.position, row]));
    return keys.map((_, index) => byPosition.get(index + 1));
  },
  { post: ({ post_id }) => post_id },
);

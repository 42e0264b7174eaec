import { sql } from 'kysely';
import { FOR_EVERYBODY } from '../blocks/rules.ts';
import type { BatchedWrite } from '../platform/db/batch/batch-write.ts';
import type { Db, TrxOrAutocommit } from '../platform/db/database.ts';
import { countChangesSql } from '../posts/store/shared/counts.ts';
import { publicPostsQuery } from '../posts/store/shared/visible-posts.ts';
import { activeMembersSql } from '../users/store/shared.ts';
import { REACTION_BUTTONS, REACTION_CHANGES, type Reaction, type ReactionInput } from './rules.ts';

type Reader = { post_id: number; uid: number; now: Date; day: string };
type ReactionResult = { kind: Reaction; likes: number; dislikes: number };
type BatchedReaction = BatchedWrite<Reader, ReactionResult | undefined>;

const keyOf = ({ button, change }: ReactionInput) => `${change} ${button}`;

/** One batch per input: its readers share a statement, but one reader's requests for one post run one after another. */
const BATCHED_REACTIONS = new Map(
  REACTION_BUTTONS.flatMap((button) =>
    REACTION_CHANGES.map((change): [string, BatchedReaction] => [
      keyOf({ button, change }),
      {
        write: (trx, readers) => updateReactions(trx, { button, change }, readers),
        key: (reader) => `${reader.post_id} ${reader.uid}`,
      },
    ]),
  ),
);

export function batchedReaction(input: ReactionInput): BatchedReaction {
  const batched = BATCHED_REACTIONS.get(keyOf(input));
  if (!batched) throw new Error(`no such reaction: ${keyOf(input)}`);
  return batched;
}

/**
 * Updates the reactions of many readers and the counters of their posts, in one statement. It repeats `nextReaction` and
 * `countChange` of rules.ts:
 *
 *     from      to        likes  dislikes
 *     none      like        +1         0
 *     none      dislike      0        +1
 *     like      none        -1         0
 *     like      dislike     -1        +1
 *     dislike   none         0        -1
 *     dislike   like        +1        -1
 *
 * The returned counts are exact unless another process had locked the counter: then they lack the pending deltas,
 * because summing those up on a hot post would be the queue again. A post that is not public has no result.
 */
async function updateReactions(
  trx: TrxOrAutocommit,
  { button, change }: ReactionInput,
  readers: Reader[],
): Promise<(ReactionResult | undefined)[]> {
  const [ids, uids] = [readers.map((one) => one.post_id), readers.map((one) => one.uid)];
  const { rows } = await sql<ReactionResult & { post_id: number; uid: number }>`
    with updated as (
      insert into post_reaction as current (post_id, uid, kind, previous, changed_at, day)
      select post_id, uid, case when ${change} = 'unset' then 'none' else ${button} end, 'none', now, day
        from unnest(${ids}::bigint[], ${uids}::bigint[],
                    ${readers.map((one) => one.now)}::timestamptz[], ${readers.map((one) => one.day)}::date[])
          as reader (post_id, uid, now, day)
       -- No part of its own: Citus would send its rows to all machines, and this insert to one.
       where uid = any(array(${activeMembersSql(uids)})) and post_id in (${publicPostsQuery(trx, ids, FOR_EVERYBODY)})
       -- Two processes that update the same rows lock them in the same order.
       order by post_id, uid
      on conflict (post_id, uid) do update
         set (previous, previous_day, kind, changed_at, day) = (
               select current.kind, current.day, next,
                      -- A like that is set again keeps its day.
                      case when next = current.kind then current.changed_at else excluded.changed_at end,
                      case when next = current.kind then current.day else excluded.day end
                 from (select case
                         when ${change} = 'set' then ${button}
                         when current.kind = ${button} then 'none'
                         when ${change} = 'unset' then current.kind
                         else ${button}
                       end as next) as rule
             )
      returning post_id, uid, kind, previous, day, previous_day
    ), change as (
      -- D31: an unlike is subtracted from the day of its like.
      select post_id, case when previous = 'like' then previous_day else day end as day,
             (kind = 'like')::int - (previous = 'like')::int as likes,
             (kind = 'dislike')::int - (previous = 'dislike')::int as dislikes,
             0 as comments, 0 as favorites, 0 as energy
        from updated where kind <> previous
    ), ${countChangesSql(sql`${ids}::bigint[]`)}, pending as (
      select delta.post_id, sum(delta.likes) as likes, sum(delta.dislikes) as dislikes
        from post_count_delta delta join counted using (post_id) group by delta.post_id
    )
    select updated.post_id, updated.uid, updated.kind,
           (coalesce(counted.likes, post_count.likes + coalesce(total.likes, 0)) + coalesce(pending.likes, 0))::bigint as likes,
           (coalesce(counted.dislikes, post_count.dislikes + coalesce(total.dislikes, 0)) + coalesce(pending.dislikes, 0))::bigint as dislikes
      from updated join post_count using (post_id)
      left join total using (post_id) left join counted using (post_id) left join pending using (post_id)`.execute(
    trx,
  );
  const results = new Map(rows.map((row) => [`${row.post_id} ${row.uid}`, row]));
  return readers.map((one) => results.get(`${one.post_id} ${one.uid}`));
}

export async function findReaction(db: Db, postId: number, uid: number): Promise<Reaction> {
  const row = await db
    .selectFrom('post_reaction')
    .select('kind')
    .where('post_id', '=', postId)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return (row?.kind ?? 'none') as Reaction;
}

export async function listReactedPosts(db: Db, uid: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('post_reaction')
    .select('post_id')
    .where('uid', '=', uid)
    .orderBy('post_id')
    .limit(limit)
    .execute();
  return rows.map(({ post_id }) => post_id);
}

/** Waits for another worker with the same posts, which then are no longer there. */
export async function deleteReactions(
  trx: TrxOrAutocommit,
  uid: number,
  posts: number[],
): Promise<void> {
  await sql`
    with batch as materialized (
      select post_id from post_reaction where uid = ${uid} and post_id = any(${posts})
       order by post_id for update
    ), deleted as (
      delete from post_reaction using batch
       where post_reaction.post_id = batch.post_id and post_reaction.uid = ${uid}
         and post_reaction.post_id = any(${posts})
      returning post_reaction.post_id, kind, day
    ), change as (
      select post_id, day, -(kind = 'like')::int as likes, -(kind = 'dislike')::int as dislikes,
             0 as comments, 0 as favorites, 0 as energy
        from deleted where kind <> 'none'
    ), ${countChangesSql(sql`${posts}::bigint[]`)}
    select`.execute(trx);
}

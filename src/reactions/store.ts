import { sql } from 'kysely';
import type { BatchedWrite } from '../platform/db/batch/batch-write.ts';
import type { Db, TrxOrAutocommit } from '../platform/db/database.ts';
import { countChangesSql } from '../posts/actions/post-counts.ts';
import { publicPostsQuery } from '../posts/actions/read-posts.ts';
import {
  REACTION_BUTTONS,
  REACTION_CHANGES,
  type Reaction,
  type ReactionButton,
  type ReactionChange,
} from './rules.ts';

type Reader = { post_id: number; uid: number; now: Date; day: string };
export type ToggleResult = { kind: Reaction; likes: number; dislikes: number };

/** The same press by many readers goes in one statement; by one reader on one post, one after the other. */
const GATHERED = new Map(
  REACTION_BUTTONS.flatMap((button) =>
    REACTION_CHANGES.map((press): [string, BatchedWrite<Reader, ToggleResult | undefined>] => [
      `${press} ${button}`,
      {
        write: (trx, readers) => pressButton(trx, button, press, readers),
        key: (reader) => `${reader.post_id} ${reader.uid}`,
      },
    ]),
  ),
);

export function batchedToggle(
  button: ReactionButton,
  press: ReactionChange,
): BatchedWrite<Reader, ToggleResult | undefined> {
  const found = GATHERED.get(`${press} ${button}`);
  if (!found) throw new Error(`no such press: ${press} ${button}`);
  return found;
}

/**
 * One statement: what the readers hold changes, and the counters with it. The counts in an answer are exact
 * where the counter was free; on a post so hot that another process had it they lack what waits, since
 * summing that up would be the queue again. No answer where the post is not public.
 */
async function pressButton(
  trx: TrxOrAutocommit,
  button: ReactionButton,
  press: ReactionChange,
  readers: Reader[],
): Promise<(ToggleResult | undefined)[]> {
  const ids = readers.map((one) => one.post_id);
  const { rows } = await sql<ToggleResult & { post_id: number; uid: number }>`
    with reader as (
      select asked.post_id, asked.uid, asked.now, asked.day
        from unnest(${ids}::bigint[], ${readers.map((one) => one.uid)}::bigint[],
                    ${readers.map((one) => one.now)}::timestamptz[], ${readers.map((one) => one.day)}::date[])
          as asked (post_id, uid, now, day)
        join users on users.uid = asked.uid and users.status = 'active'
         -- I13: a ban that came after the guard looked is seen here, and one that comes now waits.
         for share of users
    ), pressed as (
      insert into post_reaction as held (post_id, uid, kind, previous, changed_at, day)
      select post_id, uid, case when ${press} = 'release' then 'none' else ${button} end, 'none', now, day
        from reader where post_id in (${publicPostsQuery(trx, ids)})
       -- Two processes that press for the same readers lock the rows in one order.
       order by post_id, uid
      on conflict (post_id, uid) do update
         set (previous, previous_day, kind, changed_at, day) = (
               select held.kind, held.day, next,
                      -- A like that already stands keeps its day.
                      case when next = held.kind then held.changed_at else excluded.changed_at end,
                      case when next = held.kind then held.day else excluded.day end
                 from (select case
                         when ${press} = 'hold' then ${button}
                         when held.kind = ${button} then 'none'
                         when ${press} = 'release' then held.kind
                         else ${button}
                       end as next) as decided
             )
      returning post_id, uid, kind, previous, day, previous_day
    ), change as (
      -- D31: an unlike leaves the day its like was given on.
      select post_id, case when previous = 'like' then previous_day else day end as day,
             (kind = 'like')::int - (previous = 'like')::int as likes,
             (kind = 'dislike')::int - (previous = 'dislike')::int as dislikes,
             0 as comments, 0 as favorites, 0 as energy
        from pressed where kind <> previous
    ), ${countChangesSql()}, waiting as (
      select delta.post_id, sum(delta.likes) as likes, sum(delta.dislikes) as dislikes
        from post_count_delta delta join counted using (post_id) group by delta.post_id
    )
    select pressed.post_id, pressed.uid, pressed.kind,
           (coalesce(counted.likes, post_count.likes + coalesce(total.likes, 0)) + coalesce(waiting.likes, 0))::bigint as likes,
           (coalesce(counted.dislikes, post_count.dislikes + coalesce(total.dislikes, 0)) + coalesce(waiting.dislikes, 0))::bigint as dislikes
      from pressed join post_count using (post_id)
      left join total using (post_id) left join counted using (post_id) left join waiting using (post_id)`.execute(
    trx,
  );
  const answers = new Map(rows.map((row) => [`${row.post_id} ${row.uid}`, row]));
  return readers.map((one) => answers.get(`${one.post_id} ${one.uid}`));
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

/** The lock waits for another worker that does the same, so fewer rows than asked for means that none are left. */
export async function deleteReactionsOf(
  trx: TrxOrAutocommit,
  uid: number,
  limit: number,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    with doomed as materialized (
      select post_id from post_reaction where uid = ${uid} order by post_id limit ${limit} for update
    ), deleted as (
      delete from post_reaction using doomed
       where post_reaction.post_id = doomed.post_id and post_reaction.uid = ${uid}
      returning post_reaction.post_id, kind, day
    ), change as (
      select post_id, day, -(kind = 'like')::int as likes, -(kind = 'dislike')::int as dislikes,
             0 as comments, 0 as favorites, 0 as energy
        from deleted where kind <> 'none'
    ), ${countChangesSql()}
    select count(*) as deleted from deleted`.execute(trx);
  return rows[0]?.deleted ?? 0;
}

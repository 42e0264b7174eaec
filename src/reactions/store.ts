import { sql } from 'kysely';
import type { Db, Trx } from '../platform/db/database.ts';
import { publicPostQuery } from '../posts/actions/read-posts.ts';
import type { Button, Press, Reaction } from './rules.ts';

export type Pressed = { kind: Reaction; likes: number; dislikes: number };

/**
 * One statement: what the reader holds changes, and the counters with it. The counter row is taken only if
 * nobody else has it; otherwise, or where it would go below zero because the other half still waits as a
 * delta, a delta is left behind for a worker to fold. The counts in the answer are exact where the row was
 * free; on a post so hot that it was not, they lack what waits, since summing it up would be the queue again.
 * Nothing comes back where the post is not public.
 */
export async function pressButton(
  trx: Trx,
  input: { post_id: number; uid: number; button: Button; press: Press; now: Date },
): Promise<Pressed | undefined> {
  const { rows } = await sql<Pressed>`
    with target as ${publicPostQuery(trx, input.post_id)}, pressed as (
      insert into post_reaction as held (post_id, uid, kind, previous, changed_at)
      select id, ${input.uid}::bigint,
             case when ${input.press} = 'release' then 'none' else ${input.button} end, 'none', ${input.now}
        from target
      on conflict (post_id, uid) do update
         set previous = held.kind,
             changed_at = excluded.changed_at,
             kind = case
               when ${input.press} = 'hold' then ${input.button}
               when held.kind = ${input.button} then 'none'
               when ${input.press} = 'release' then held.kind
               else ${input.button}
             end
      returning kind, previous
    ), change as (
      select (kind = 'like')::int - (previous = 'like')::int as likes,
             (kind = 'dislike')::int - (previous = 'dislike')::int as dislikes
        from pressed
    ), free as materialized (
      select post_id from post_count
       where post_id = ${input.post_id} and exists (select from pressed)
         for no key update skip locked
    ), counted as (
      update post_count set likes = post_count.likes + change.likes, dislikes = post_count.dislikes + change.dislikes
        from free, change
       where post_count.post_id = free.post_id
         and post_count.likes + change.likes >= 0 and post_count.dislikes + change.dislikes >= 0
      returning post_count.likes, post_count.dislikes
    ), noted as (
      insert into post_count_delta (post_id, likes, dislikes)
      select ${input.post_id}, likes, dislikes from change
       where not exists (select from counted) and (likes <> 0 or dislikes <> 0)
    ), waiting as (
      select coalesce(sum(likes), 0) as likes, coalesce(sum(dislikes), 0) as dislikes
        from post_count_delta where post_id = ${input.post_id} and exists (select from counted)
    )
    select pressed.kind,
           (coalesce(counted.likes, post_count.likes + change.likes) + waiting.likes)::bigint as likes,
           (coalesce(counted.dislikes, post_count.dislikes + change.dislikes) + waiting.dislikes)::bigint as dislikes
      from pressed cross join change cross join waiting
      join post_count on post_count.post_id = ${input.post_id}
      left join counted on true`.execute(trx);
  return rows[0];
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

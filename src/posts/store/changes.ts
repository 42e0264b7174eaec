import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { allowPauses, sendAlong } from '../../platform/db/transaction.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { type ContentEvent, recordWebhookEvent } from '../../platform/outbound/webhook-event.ts';
import { showPictures } from '../../uploads/actions.ts';
import { judgeChange } from '../rules.ts';

/** The class of the advisory locks on changed posts; any number that no other lock uses. */
const LOCK_CLASS = 44;

type ShownText = { body: string; cover_key: string | null };
type PostState = { status: string; live_version: number; deleted_at?: Date | null };

/**
 * What follows from a change of a post, with the statement that changes it and under the post's lock: which pictures are
 * served, what is derived, what webhooks and other processes receive. Every statement that changes the status, the text
 * or the deletion of a post needs it.
 */
export function recordChange(
  trx: Trx,
  before: PostState & { id: number },
  changes: Partial<PostState & ShownText>,
): void {
  const { body, cover_key = null } = changes;
  if (body !== undefined) showPictures(trx, before.id, { body, cover_key });
  const event = judgeChange(before, { ...before, ...changes });
  if (!event) return;
  insertChanges(trx, event, [before.id]);
  if (event !== 'post.published') invalidateAfterCommit(trx, 'post', [before.id]);
}

const insertChangesQuery = prepareQuery(
  (_db, { ids }: Params<{ ids: number[] }>) =>
    sql`insert into post_change (post_id) select unnest(${ids}::bigint[])`,
);

/** For posts that readers see, or saw until now. */
export function insertChanges(trx: Trx, event: ContentEvent, ids: number[]): void {
  if (ids.length === 0) return;
  sendAlong(trx, insertChangesQuery(trx, { ids }));
  recordWebhookEvent(trx, event, ids);
}

/**
 * The oldest changes, and their posts. Several workers may take changes at once, but never of the same post: one that
 * read the post earlier could otherwise write what it read later.
 */
export async function takeChanges(
  trx: Trx,
  limit: number,
): Promise<{ id: number; post_id: number }[]> {
  await allowPauses(trx);
  const { rows } = await sql<{ id: number; post_id: number }>`
    with oldest as materialized (
      select id, post_id from post_change order by id limit ${limit} for update skip locked
    )
    select id, post_id from oldest
     where pg_try_advisory_xact_lock(${LOCK_CLASS}, hashint8(post_id))`.execute(trx);
  return rows;
}

export async function deleteChanges(
  trx: Trx,
  changes: { id: number; post_id: number }[],
): Promise<void> {
  await sql`
    delete from post_change
     where id = any(${changes.map(({ id }) => id)}) and post_id = any(${changes.map(({ post_id }) => post_id)})`.execute(
    trx,
  );
}

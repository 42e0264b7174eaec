import type { Trx } from '../../platform/db/database.ts';

export async function endSession(
  trx: Trx,
  uid: number,
  id: string,
  reason: string,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endOtherSessions(
  trx: Trx,
  uid: number,
  keep: string,
  reason: string,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: reason })
    .where('uid', '=', uid)
    .where('id', '<>', keep)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Ends the oldest sessions beyond `keep`. */
export async function evictSessions(trx: Trx, uid: number, keep: number, now: Date): Promise<void> {
  await trx
    .updateTable('session')
    .set({ ended_at: now, end_reason: 'evicted' })
    .where('uid', '=', uid)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .select('id')
        .where('uid', '=', uid)
        .where('ended_at', 'is', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(keep),
    )
    .execute();
}

/** In batches, so that a long backlog never becomes one long transaction. */
export async function deleteStaleSessions(
  trx: Trx,
  before: { ended: Date; expired: Date },
  limit: number,
): Promise<number> {
  const stale = trx
    .selectFrom('session')
    .select(['uid', 'id'])
    .where((eb) =>
      eb.or([
        eb('ended_at', '<', before.ended),
        eb.and([eb('ended_at', 'is', null), eb('idle_expires_at', '<', before.expired)]),
      ]),
    )
    .limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('session')
    .where(({ eb, refTuple }) => eb(refTuple('uid', 'id'), 'in', stale.$asTuple('uid', 'id')))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteTracesOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('session').where('uid', '=', uid).execute();
  await trx.deleteFrom('restore_token').where('uid', '=', uid).execute();
  await trx.deleteFrom('email_change').where('uid', '=', uid).execute();
  await trx.deleteFrom('identity').where('uid', '=', uid).execute();
}

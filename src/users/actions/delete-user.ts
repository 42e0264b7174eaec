import type { Db, Trx } from '../../platform/db/database.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { lockUserForUpdate } from '../store/follow-counts.ts';
import * as store from '../store/users.ts';

/** D15: one column hides everything the user has and shows it again, so a restore loses nothing. */
export async function markDeleted(trx: Trx, uid: number, now: Date): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  await lockUserForUpdate(trx, uid);
  await store.updateDeleted(trx, uid, now);
}

export async function markRestored(trx: Trx, uid: number): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  await lockUserForUpdate(trx, uid);
  await store.updateDeleted(trx, uid, null);
}

export function findPurgeableUser(db: Db, deletedBefore: Date): Promise<number | undefined> {
  return store.selectPurgeable(db, deletedBefore);
}

/** Keeps the uid, which is never reused, and no personal data. */
export function emptyUser(trx: Trx, uid: number, now: Date): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.emptyUser(trx, uid, now);
}

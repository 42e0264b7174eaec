import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import * as counts from '../store/follow-counts.ts';
import * as store from '../store/users.ts';
import type { User } from './find-user.ts';

/** Lock order: users come first, before any row that depends on the user's state. */
export function lockUser(trx: Trx, uid: number): Promise<User | undefined> {
  return store.lockByUid(trx, uid);
}

/**
 * I13, D15: a ban or a deletion may have been committed after the guard's check. From here on it waits until this
 * transaction ends. Do not call it before `lockUser`: two transactions of one member would deadlock.
 */
export async function assertActive(trx: Trx, uid: number): Promise<void> {
  const user = await store.lockStateForShare(trx, uid);
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
}

/** None of these users is deleted or restored until the transaction ends. Read their state after this. */
export function lockUserForShare(trx: Trx, uids: number[]): Promise<void> {
  return counts.lockUserForShare(trx, uids);
}

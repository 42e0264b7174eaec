import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Trx } from '../platform/db/database.ts';
import { type Difference, type Finding, ownersOf, REPAIRED_AT_ONCE } from './rules.ts';
import type { Check, CheckGroup } from './store/check.ts';
import { runInSnapshot, runUnderLock } from './store/connection.ts';

/** A lock can be free again shortly before the other machines show the commit. */
const ATTEMPTS = 4;
const PAUSE_MS = 250;

type Lock = (trx: Trx, owner: number[]) => Promise<void>;

/**
 * For a distributed site, whose machines show a commit one after the other. What differs is compared again for its owner alone,
 * under the lock that every writer of it takes; only what still differs is a difference.
 */
export async function findConfirmed(db: Db, group: CheckGroup, check: Check): Promise<Finding> {
  const found = await runInSnapshot(db, (snapshot) => check.find(snapshot, REPAIRED_AT_ONCE));
  const lock = group.lock ?? group.repair?.lock;
  if (!lock) return found;
  const differences: Difference[] = [];
  for (const owner of ownersOf(found.differences))
    differences.push(...(await confirm(db, check, lock, owner)));
  const unread = found.total - found.differences.length;
  return { ...found, total: differences.length + unread, differences };
}

async function confirm(db: Db, check: Check, lock: Lock, owner: number[]): Promise<Difference[]> {
  for (let attempt = 1; ; attempt++) {
    const { differences } = await runUnderLock(db, async (trx) => {
      await lock(trx, owner);
      return check.find(trx, REPAIRED_AT_ONCE, owner);
    });
    if (differences.length === 0 || attempt === ATTEMPTS) return differences;
    await sleep(PAUSE_MS);
  }
}

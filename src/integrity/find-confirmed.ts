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
 * under the lock that every writer of it takes; only what still differs is a difference. Rows that only grow in number have no
 * lock: what a second reading finds in the same way is a difference, because a commit that the first one saw a part of is over.
 */
export async function findConfirmed(db: Db, group: CheckGroup, check: Check): Promise<Finding> {
  const found = await findAll(db, check);
  if (found.total === 0) return found;
  const lock = group.lock ?? group.repair?.lock;
  if (!lock) return findAgain(db, check, found);
  const differences: Difference[] = [];
  for (const owner of ownersOf(found.differences))
    differences.push(...(await confirm(db, check, lock, owner)));
  return { ...found, total: differences.length + countUnread(found), differences };
}

function findAll(db: Db, check: Check): Promise<Finding> {
  return runInSnapshot(db, (snapshot) => check.find(snapshot, REPAIRED_AT_ONCE));
}

async function findAgain(db: Db, check: Check, before: Finding): Promise<Finding> {
  await sleep(PAUSE_MS);
  const found = await findAll(db, check);
  const known = new Set(before.differences.map((one) => JSON.stringify(one)));
  const differences = found.differences.filter((one) => known.has(JSON.stringify(one)));
  const unread = Math.min(countUnread(before), countUnread(found));
  return { ...found, total: differences.length + unread, differences };
}

function countUnread({ total, differences }: Finding): number {
  return total - differences.length;
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

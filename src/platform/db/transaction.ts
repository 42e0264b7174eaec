import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../refusals.ts';
import type { Db, Trx } from './database.ts';
import { isTransient } from './errors.ts';

const RETRIES = 2;

/**
 * Runs one short READ COMMITTED transaction. A deadlock or lock time-out is tried again, since nothing
 * has been answered yet. A Refusal that keeps its effects (a replayed token ends its session, and the
 * caller is still refused) commits before it is thrown; every other error rolls back.
 */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryTransient(() => runOnce(db, work));
}

/**
 * For a write that is one statement, and so a transaction by itself: the brackets around it would be two
 * more round trips for nothing. The type is that of a transaction, since the store cannot tell.
 */
export function autocommit<T>(db: Db, write: (trx: Trx) => Promise<T>): Promise<T> {
  return retryTransient(() => write(db as Trx));
}

async function retryTransient<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= RETRIES || !isTransient(error)) throw error;
      await sleep(10 + Math.random() * 40 * (attempt + 1));
    }
  }
}

async function runOnce<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  let used: Trx | undefined;
  const outcome = await db.transaction().execute(async (trx) => {
    used = trx;
    try {
      return { value: await work(trx) };
    } catch (error) {
      if (error instanceof Refusal && error.keepsEffects) return { refusal: error };
      throw error;
    }
  });
  if (used) await runAfterCommit(used);
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}

const effects = new WeakMap<Trx, (() => Promise<void>)[]>();

/** Registers what must happen outside the database, and only if the transaction commits. */
export function afterCommit(trx: Trx, effect: () => Promise<void>): void {
  if (!trx.isTransaction) throw new Error('a single statement has no effects after its commit');
  const registered = effects.get(trx);
  if (registered) registered.push(effect);
  else effects.set(trx, [effect]);
}

export async function runAfterCommit(trx: Trx): Promise<void> {
  const registered = effects.get(trx) ?? [];
  effects.delete(trx);
  const failures: unknown[] = [];
  // One that fails must not keep the others from happening: the transaction has committed.
  for (const effect of registered) {
    try {
      await effect();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

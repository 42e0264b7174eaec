import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Refusal } from '../../refusals.ts';
import type { Autocommit, Db, Trx } from './database.ts';
import { isTransient } from './errors.ts';
import { shareShards } from './shards.ts';

const RETRIES = 2;

/**
 * Runs one short READ COMMITTED transaction. A deadlock or lock timeout is retried, since no response has been sent
 * yet. A Refusal with `keepsEffects` commits before it is thrown: a replayed token ends its session, and the caller is
 * still refused. Every other error rolls back.
 */
export function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  return retryTransient(() => runOnce(db, work));
}

/** For a write of exactly one statement, which PostgreSQL commits by itself: saves the round trips of BEGIN and COMMIT. */
export function autocommit<T>(db: Db, write: (single: Autocommit) => Promise<T>): Promise<T> {
  return retryTransient(() => write(db as Autocommit));
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
    shareShards(db, trx);
    const done = await work(trx).then((value) => ({ value }), keepEffects);
    await awaitSent(trx);
    return done;
  });
  if (used) await runAfterCommit(used);
  if ('refusal' in outcome) throw outcome.refusal;
  return outcome.value;
}

function keepEffects(error: unknown): { refusal: Refusal } {
  if (error instanceof Refusal && error.keepsEffects) return { refusal: error };
  throw error;
}

const sent = new WeakMap<Trx, Promise<unknown>[]>();

/**
 * For a statement whose result nobody reads: it travels with the next one and costs no round trip. The transaction waits
 * for it before it commits, so a failure rolls back.
 */
export function sendAlong(trx: Trx, statement: Promise<unknown>): void {
  if (!trx.isTransaction) throw new Error('sendAlong needs a transaction, not autocommit');
  // Reported by `awaitSent`, and by every statement behind it.
  statement.catch(() => {});
  const statements = sent.get(trx);
  if (statements) statements.push(statement);
  else sent.set(trx, [statement]);
}

export async function awaitSent(trx: Trx): Promise<void> {
  await Promise.all(sent.get(trx) ?? []);
  sent.delete(trx);
}

const effects = new WeakMap<Trx, (() => Promise<void>)[]>();

/** Registers an effect outside the database that happens only if the transaction commits. */
export function afterCommit(trx: Trx, effect: () => Promise<void>): void {
  if (!trx.isTransaction) throw new Error('afterCommit needs a transaction, not autocommit');
  const registered = effects.get(trx);
  if (registered) registered.push(effect);
  else effects.set(trx, [effect]);
}

export async function runAfterCommit(trx: Trx): Promise<void> {
  const registered = effects.get(trx) ?? [];
  effects.delete(trx);
  const failures: unknown[] = [];
  // The transaction has committed, so a failed effect must not stop the others.
  for (const effect of registered) {
    try {
      await effect();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const PAUSE_MS_MAX = 30_000;

/** For a transaction of a worker that waits for a thread between its statements, and locks nothing that others wait for. */
export async function allowPauses(trx: Trx): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(PAUSE_MS_MAX)}, true)`.execute(
    trx,
  );
}

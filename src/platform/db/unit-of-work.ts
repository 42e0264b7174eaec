import type { ControlledTransaction } from 'kysely';
import type { Db, Trx } from './database.ts';
import type { DB } from './schema.ts';
import { awaitSent, runAfterCommit } from './transaction.ts';

/**
 * One transaction for a whole request. It begins with the first write, so work before that (hashing a password, reading
 * a file) uses no connection. Later reads see what was written.
 */
export type UnitOfWork = {
  readonly db: Db;
  /** Runs in the shared transaction. A second call must wait for the first: they would mix their statements. */
  tx<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Undefined if nothing was written. */
  readonly trx: Trx | undefined;
  commit(): Promise<void>;
  rollback(): Promise<void>;
};

export function openUnitOfWork(db: Db, onBegin: (trx: Trx) => Promise<void>): UnitOfWork {
  let trx: ControlledTransaction<DB> | undefined;
  let isRunning = false;
  return {
    get db() {
      return trx ?? db;
    },
    get trx() {
      return trx;
    },
    async tx(work) {
      if (isRunning)
        throw new Error(
          'tx was called while another tx of this request was running: await it first',
        );
      isRunning = true;
      try {
        if (!trx) {
          trx = await db.startTransaction().execute();
          await onBegin(trx);
        }
        const value = await work(trx);
        await awaitSent(trx);
        return value;
      } finally {
        isRunning = false;
      }
    },
    async commit() {
      if (!trx) return;
      const committed = trx;
      await committed.commit().execute();
      await runAfterCommit(committed);
    },
    async rollback() {
      await trx?.rollback().execute();
    },
  };
}

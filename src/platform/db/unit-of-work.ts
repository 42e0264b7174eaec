import type { ControlledTransaction } from 'kysely';
import type { Db, Trx } from './database.ts';
import type { DB } from './schema.ts';
import { runAfterCommit } from './transaction.ts';

/**
 * One transaction for a whole request, begun by its first write. What comes before (hashing a password,
 * reading a file) holds no connection; what comes after sees what was written.
 */
export type UnitOfWork = {
  readonly db: Db;
  tx<T>(work: (trx: Trx) => Promise<T>): Promise<T>;
  /** Undefined where nothing was written. */
  readonly trx: Trx | undefined;
  commit(): Promise<void>;
  rollback(): Promise<void>;
};

export function openUnitOfWork(db: Db, onBegin: (trx: Trx) => Promise<void>): UnitOfWork {
  let trx: ControlledTransaction<DB> | undefined;
  return {
    get db() {
      return trx ?? db;
    },
    get trx() {
      return trx;
    },
    async tx(work) {
      if (!trx) {
        trx = await db.startTransaction().execute();
        await onBegin(trx);
      }
      return work(trx);
    },
    async commit() {
      if (!trx) return;
      const done = trx;
      await done.commit().execute();
      await runAfterCommit(done);
    },
    async rollback() {
      await trx?.rollback().execute();
    },
  };
}

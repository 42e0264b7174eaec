import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { type Db, openDatabase, type Trx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { COMMAND_CONNECT_MS } from '../../platform/time-budget.ts';

/** A connection beside those of requests: comparing a large site takes longer than any request may. */
export async function withOwnConnection<T>(
  config: Config,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL: url, DATABASE_ROLE: role } = config;
  // A connection that is lost fails the statement that used it, which is heard of there.
  const { db, close } = openDatabase(
    // How long the client waits; how long the server works is lifted in each transaction.
    {
      ...{ url, role, size: 1, name: 'lamplight verify', reads_standby: true },
      ...{ acquire_timeout: COMMAND_CONNECT_MS, query_timeout: 0 },
    },
    () => {},
  );
  try {
    return await work(db);
  } finally {
    await close();
  }
}

/** All that is read inside is of one moment, whatever is written meanwhile. */
export function inSnapshot<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await liftTimeouts(trx);
      return read(trx);
    });
}

/** Any constant will do, as long as no other program on the database uses it. */
const REPAIRING = 7_526_512;

/** One repair at a time: of two that make the same missing row, the later would write what it saw earlier. */
export function inRepair<T>(db: Db, write: (trx: Trx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await liftTimeouts(trx);
    await sql`select pg_advisory_xact_lock(${REPAIRING})`.execute(trx);
    return write(trx);
  });
}

async function liftTimeouts(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
}

import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import { type Db, openDatabase, type Trx } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { COMMAND_CONNECT_MS } from '../../platform/time-budget.ts';

/** Outside the pool of requests: comparing a large site takes longer than a request may. */
export async function withOwnConnection<T>(
  config: Config,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { DATABASE_URL: url, DATABASE_ROLE: role } = config;
  // No error listener needed: a lost connection fails the statement that used it.
  const { db, close } = openDatabase(
    // No query timeout on the client; each transaction lifts the server's statement timeout.
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

/** All reads inside see the same snapshot. */
export function runInSnapshot<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      await liftTimeouts(trx);
      return read(trx);
    });
}

/** Then there is no common snapshot: each machine has its own, and shows a commit at its own time. */
export async function hasDistributedTables(db: Db): Promise<boolean> {
  const { rows: catalogue } = await sql`
    select where to_regclass('pg_dist_partition') is not null`.execute(db);
  if (catalogue.length === 0) return false;
  const { rows } = await sql`select from pg_dist_partition limit 1`.execute(db);
  return rows.length > 0;
}

export function runUnderLock<T>(db: Db, read: (trx: Trx) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await liftTimeouts(trx);
    return read(trx);
  });
}

/** An arbitrary advisory lock key that no other program on the database uses. */
const REPAIR_LOCK = 7_526_512;

/** One repair at a time: two that insert the same missing row would overwrite each other with old values. */
export function runInRepair<T>(db: Db, write: (trx: Trx) => Promise<T>): Promise<T> {
  return runUnderLock(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${REPAIR_LOCK})`.execute(trx);
    return write(trx);
  });
}

async function liftTimeouts(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  // Tables that are not stored together are compared on one machine. A server without Citus ignores it.
  await sql`set local citus.max_intermediate_result_size = -1`.execute(trx);
}

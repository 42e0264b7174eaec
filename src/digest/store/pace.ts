import { sql } from 'kysely';
import type { TrxOrAutocommit } from '../../platform/db/database.ts';

/**
 * Reserves the time that `count` digests take at this rate, for all workers together; false if it is used up. By the
 * clock of the database: that of one machine may be wrong.
 */
export async function reservePace(
  db: TrxOrAutocommit,
  count: number,
  perSecond: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update digest_pace
       set free_at = greatest(free_at, clock_timestamp()) + make_interval(secs => ${count / perSecond}::float8)
     where free_at <= clock_timestamp()`.execute(db);
  return numAffectedRows === 1n;
}

/** Of members with nothing new. */
export async function returnPace(
  db: TrxOrAutocommit,
  count: number,
  perSecond: number,
): Promise<void> {
  await sql`
    update digest_pace set free_at = free_at - make_interval(secs => ${count / perSecond}::float8)`.execute(
    db,
  );
}

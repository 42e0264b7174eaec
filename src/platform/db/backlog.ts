import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** What should have been done by now, and how long the oldest of it has waited. */
export type Backlog = { waiting: number; oldest_seconds: number };

/** Counting stops here. */
export const COUNTED = sql.lit(10_000);

/** `since`: selects when each part should have been done, at most `COUNTED`. */
export async function countBacklog(db: Db, since: RawBuilder<unknown>): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting,
           coalesce(extract(epoch from clock_timestamp() - min(since)), 0)::float8 as oldest_seconds
      from (${since}) as backlog(since)`.execute(db);
  return rows[0] ?? { waiting: 0, oldest_seconds: 0 };
}

import type { EventEmitter } from 'node:events';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import { Refusal } from '../../refusals.ts';
import { openPipelined } from './pipeline.ts';
import { openPool, type PoolSettings } from './pool.ts';
import type { DB } from './schema.ts';

/** For reads. Anything that changes rows takes a Trx, so that it can be part of a larger change. */
export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** When the server last answered anybody, by `performance.now`. */
  lastHeard(): number;
  /** For how long whoever is first has waited for a connection. */
  longestWait(): number;
  close(): Promise<void>;
};

/**
 * How many callers may wait for a connection, per connection, before the next is turned away. A burst of
 * point reads drains such a queue in a few milliseconds; a stalled database empties it by the acquire
 * time-out, so it is short in time even where it is long in number.
 */
const WAITING_PER_CONNECTION = 16;

export function openDatabase(
  settings: PoolSettings,
  onLostConnection: (error: Error) => void,
): Database {
  const pool = openPool(settings, onLostConnection);
  const waiting = new Set<Caller>();
  const db = openPipelined<DB>({ pool: refusingPool(pool, settings.size, waiting) });
  let heard = 0;
  pool.on('connect', (client) => {
    // Not when it says good-bye, which it may while it hears nothing.
    connectionOf(client).on('readyForQuery', () => {
      heard = performance.now();
    });
  });
  const longestWait = () => {
    const [first] = waiting;
    return first ? performance.now() - first.since : 0;
  };
  return { db, pool, lastHeard: () => heard, longestWait, close: () => db.destroy() };
}

/** Which its types do not know. */
function connectionOf(client: pg.PoolClient): EventEmitter {
  return (client as unknown as { connection: EventEmitter }).connection;
}

type Caller = { since: number };

/** A bounded queue: past it a caller hears "overloaded" at once instead of timing out later. */
function refusingPool(pool: pg.Pool, size: number, waiting: Set<Caller>) {
  return {
    connect: async () => {
      if (pool.waitingCount >= size * WAITING_PER_CONNECTION)
        throw new Refusal('overloaded', { retry_after: 2 });
      const caller = { since: performance.now() };
      waiting.add(caller);
      try {
        return await pool.connect();
      } finally {
        waiting.delete(caller);
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

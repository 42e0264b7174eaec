import type { EventEmitter } from 'node:events';
import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import { Refusal } from '../../refusals.ts';
import { inSpan } from '../tracing/tracing.ts';
import { openPipelined } from './pipeline.ts';
import { openPool, type PoolSettings } from './pool.ts';
import type { DB } from './schema.ts';

/** For reads. A write takes a Trx, so that it can be part of a larger change. */
export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

declare const AUTOCOMMIT: unique symbol;
/** Each statement commits by itself. Only `autocommit` provides one, so a plain Db is never written to. */
export type Autocommit = Db & { readonly [AUTOCOMMIT]: true };
/** For a write of one statement. It may be no transaction, so `afterCommit` does not accept it. */
export type TrxOrAutocommit = Trx | Autocommit;

export type Database = {
  db: Db;
  pool: pg.Pool;
  /** When the server last completed a statement of any caller, by `performance.now`. */
  lastReplyAt(): number;
  /** How long the first caller in the queue has waited for a connection, in milliseconds. */
  longestWait(): number;
  close(): Promise<void>;
};

/**
 * How many callers may wait per connection before the next one is rejected. Point reads drain such a queue in a few
 * milliseconds. If the database stalls, the acquire timeout empties it.
 */
const WAITING_PER_CONNECTION = 16;

export function openDatabase(
  settings: PoolSettings,
  onLostConnection: (error: Error) => void,
): Database {
  const pool = openPool(settings, onLostConnection);
  const waiting = new Set<Caller>();
  const db = openPipelined<DB>({ pool: boundedPool(pool, settings.size, waiting) });
  let lastReplyAt = 0;
  pool.on('connect', (client) => {
    // Count only `readyForQuery`, not the closing message, which can come from a stalled server too.
    connectionOf(client).on('readyForQuery', () => {
      lastReplyAt = performance.now();
    });
  });
  const longestWait = () => {
    const [first] = waiting;
    return first ? performance.now() - first.since : 0;
  };
  return { db, pool, lastReplyAt: () => lastReplyAt, longestWait, close: () => db.destroy() };
}

/** `pg` has this property, but its types do not. */
function connectionOf(client: pg.PoolClient): EventEmitter {
  return (client as unknown as { connection: EventEmitter }).connection;
}

type Caller = { since: number };

/** All connections are busy, or a new one is opened. */
function connectTraced(pool: pg.Pool): Promise<pg.PoolClient> {
  return inSpan('wait for a connection', {}, () => pool.connect());
}

/** Rejects a caller at once when the queue is full, instead of letting it time out. */
function boundedPool(pool: pg.Pool, size: number, waiting: Set<Caller>) {
  return {
    connect: async () => {
      if (pool.waitingCount >= size * WAITING_PER_CONNECTION)
        throw new Refusal('overloaded', { retry_after: 2 });
      const caller = { since: performance.now() };
      waiting.add(caller);
      try {
        return await (pool.idleCount > 0 ? pool.connect() : connectTraced(pool));
      } finally {
        waiting.delete(caller);
      }
    },
    end: () => pool.end(),
    options: pool.options,
  };
}

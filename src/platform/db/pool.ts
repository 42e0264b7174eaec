import { createHash } from 'node:crypto';
import pg from 'pg';
import { memoize } from '../cache/memoize.ts';
import { IDLE_IN_TRANSACTION_MS, TIME_BUDGET } from '../time-budget.ts';
import { currentTracing } from '../tracing/tracing.ts';
import { BEGIN } from './begin.ts';
import { noteCluster } from './cluster.ts';
import { tracedClient } from './traced-client.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
// Identifiers and counts stay below 2^53 (D4), so they are plain numbers; a calendar day stays text (D9).
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(DATE, (day) => day);
// A list page has sixty timestamps. `new Date` parses one in a third of the driver's time.
pg.types.setTypeParser(TIMESTAMPTZ, (text) => new Date(text));

/**
 * Prepares every statement under a name derived from its text. So it is planned once per connection and not once per
 * call: three times as fast for a point read. SQL text is never built from data, so the number of names is bounded.
 */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query() eight ways; only (text, values) is changed here.
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values))
      return super.query(text, values, callback);
    // Unnamed: if the server had lost the name, BEGIN would fail and the statements behind it would commit one by one.
    if (BEGIN.test(text)) return super.query({ text, values }, callback);
    return super.query({ name: statementName(text), text, values }, callback);
  }
}

const statementName = memoize((text: string) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 24),
);

/**
 * - `random_page_cost`: every list scans an index in order and stops after a page. The default is the cost of a spinning
 *   disk, with which a list of one member's posts is planned to fetch and sort them all.
 * - `jit`: no statement runs long enough to win back the time of compiling it.
 */
export const PLANNER = { random_page_cost: '1.1', jit: 'off' };

/**
 * One generic plan per connection, the plan that the tests check. By default the server replans some statements on every
 * call, because it takes their values to be rare, and that takes longer than running them.
 */
const GENERIC_PLANS = { plan_cache_mode: 'force_generic_plan' };

export type PoolSettings = {
  url: string;
  role: string;
  size: number;
  name: string;
  /** How long a caller waits for a connection. */
  acquire_timeout?: number;
  /** How long a caller waits for a result. 0 is no limit, which no request may use. */
  query_timeout?: number;
  /** Accepts a standby, for reads. */
  reads_standby?: true;
};

/** node-postgres has no timeouts by default. All are set here, nested as in TIME_BUDGET. */
export function openPool(
  settings: PoolSettings,
  onLostConnection: (error: Error) => void = () => {},
): pg.Pool {
  const switchRole = settings.role ? ` -c role=${settings.role}` : '';
  const tracing = currentTracing();
  const pool = new pg.Pool({
    connectionString: settings.url,
    Client: tracing ? tracedClient(PreparingClient, tracing) : PreparingClient,
    max: settings.size,
    application_name: settings.name,
    connectionTimeoutMillis: settings.acquire_timeout ?? TIME_BUDGET.poolAcquire,
    query_timeout: settings.query_timeout ?? TIME_BUDGET.query,
    keepAlive: true,
    // Send a statement before the previous one has returned (see pipeline.ts).
    pipeline: true,
    idleTimeoutMillis: 60_000,
    onConnect: (client) => checkServer(client, settings),
    options:
      `-c statement_timeout=${TIME_BUDGET.statement} -c lock_timeout=${TIME_BUDGET.lock}` +
      ` -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS} -c timezone=UTC` +
      `${optionsOf({ ...PLANNER, ...GENERIC_PLANS })}${switchRole}`,
  });
  // The pool replaces a lost connection. Without these listeners its 'error' event would end the process: the pool
  // emits it for an idle connection, the client for one that is between two statements of a transaction.
  pool.on('error', onLostConnection);
  pool.on('connect', (client) => client.on('error', onLostConnection));
  return pool;
}

function optionsOf(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => ` -c ${name}=${value}`)
    .join('');
}

/**
 * `pg` accepts a timeout per query, but its types do not. Citus needs the values of a statement to find its shards: it has
 * no generic plan for most statements on distributed tables.
 */
const CHECK_SERVER = {
  text: `select pg_is_in_recovery() as standby, case when to_regclass('pg_catalog.pg_dist_partition') is not null
    then set_config('plan_cache_mode', 'auto', false) end is not null as distributes`,
  query_timeout: TIME_BUDGET.poolAcquire,
} as pg.QueryConfig;

/**
 * After a failover, a cluster's proxy may connect to a standby for a while. It would reject writes and return old
 * sessions and bans. A primary becomes a standby only by a restart, so one check per connection is enough (ADR 0016).
 */
async function checkServer(client: pg.ClientBase, { reads_standby }: PoolSettings): Promise<void> {
  const { rows } = await client.query<{ standby: boolean; distributes: boolean }>(CHECK_SERVER);
  if (rows[0]?.distributes) noteCluster();
  if (rows[0]?.standby && !reads_standby) throw new StandbyError();
}

class StandbyError extends Error {
  /** The server's own code for a write on a standby. */
  readonly code = '25006';
  override message = 'this database is a standby, not the primary';
}

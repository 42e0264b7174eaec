import { createHash } from 'node:crypto';
import pg from 'pg';
import { IDLE_IN_TRANSACTION_MS, TIME_BUDGET } from '../time-budget.ts';

const INT8 = 20;
const DATE = 1082;
const TIMESTAMPTZ = 1184;
// Identifiers and counts stay below 2^53 (D4), so they are plain numbers; a calendar day stays text (D9).
pg.types.setTypeParser(INT8, Number);
pg.types.setTypeParser(DATE, (day) => day);
// A list has sixty moments, and the engine reads one in a third of the time that the driver takes.
pg.types.setTypeParser(TIMESTAMPTZ, (moment) => new Date(moment));

/** How a transaction begins. */
export const SESSION_SETUP = /^(?:begin|start transaction)\b/;
const statementNames = new Map<string, string>();

/**
 * Every statement is prepared under a name made from its text: planned once per connection rather than
 * once per call, which is worth a factor of three on a point read. SQL text is never built from data,
 * so the number of names is bounded by the number of queries in the code.
 */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg overloads query() eight ways; only (text, values) is changed here.
  override query(text: any, values?: any, callback?: any): any {
    if (typeof text !== 'string' || !Array.isArray(values))
      return super.query(text, values, callback);
    // Not by a name, which a server may have forgotten: what is sent behind it would then be done without it.
    if (SESSION_SETUP.test(text)) return super.query({ text, values }, callback);
    return super.query({ name: statementName(text), text, values }, callback);
  }
}

function statementName(text: string): string {
  let name = statementNames.get(text);
  if (!name) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24);
    statementNames.set(text, name);
  }
  return name;
}

/**
 * Every list walks an index in order and stops after a page. The server's own figure for reading a page out of
 * order is that of spinning disks, with which a prepared list of "somebody's" posts is planned to fetch and
 * sort them all. No statement here runs long enough to win back the time that compiling it takes. And each is
 * planned once per connection, for any values, which is how its plan is tested: left to itself the server plans
 * some of them anew at every call, because of values it takes to be rare, and that takes longer than to run them.
 */
const PLANNER = '-c random_page_cost=1.1 -c jit=off -c plan_cache_mode=force_generic_plan';

export type PoolSettings = {
  url: string;
  role: string;
  size: number;
  name: string;
  /** How long a caller waits for a connection. */
  acquire_timeout?: number;
  /** How long a caller waits for an answer; 0 is for ever, which no request may. */
  query_timeout?: number;
  /** Whether a standby will do, for who only looks. */
  reads_standby?: true;
};

/** node-postgres waits for ever by default; every wait here is set, and nested as TIME_BUDGET says. */
export function openPool(
  settings: PoolSettings,
  onLostConnection: (error: Error) => void = () => {},
): pg.Pool {
  const switchRole = settings.role ? ` -c role=${settings.role}` : '';
  const pool = new pg.Pool({
    connectionString: settings.url,
    Client: PreparingClient,
    max: settings.size,
    application_name: settings.name,
    connectionTimeoutMillis: settings.acquire_timeout ?? TIME_BUDGET.poolAcquire,
    query_timeout: settings.query_timeout ?? TIME_BUDGET.query,
    keepAlive: true,
    // A statement may be sent while the answer to the one before is on its way (see swift.ts).
    pipeline: true,
    idleTimeoutMillis: 60_000,
    ...(settings.reads_standby ? {} : { onConnect: refuseStandby }),
    options:
      `-c statement_timeout=${TIME_BUDGET.statement} -c lock_timeout=${TIME_BUDGET.lock}` +
      ` -c idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS} -c timezone=UTC ${PLANNER}${switchRole}`,
  });
  // A connection that dies is replaced by the pool; without a listener, on the pool for idle ones and on
  // the client for one that is in a transaction between two statements, it would end the process.
  pool.on('error', onLostConnection);
  pool.on('connect', (client) => client.on('error', onLostConnection));
  return pool;
}

/** The time-out is of pg's making, but its types do not know it. */
const STANDBY = {
  text: 'select pg_is_in_recovery() as standby',
  query_timeout: TIME_BUDGET.poolAcquire,
} as pg.QueryConfig;

/**
 * In a cluster whoever leads us to the primary notices a change a moment late, and until then leads us to a
 * standby. That one would refuse to write, and answer reads with the past: who was banned, which session has
 * ended. A primary becomes a standby only by a restart, so to ask once for each connection is enough.
 */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ standby: boolean }>(STANDBY);
  if (rows[0]?.standby) throw new StandbyError();
}

class StandbyError extends Error {
  /** What the server itself says when one writes there. */
  readonly code = '25006';
  override message = 'this database is a standby, not the primary';
}

import { hostname } from 'node:os';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { Db, TrxOrAutocommit } from './db/database.ts';
import { startTicker } from './jobs/ticker.ts';

const HEARTBEAT_MS = 15_000;
/** Several missed heartbeats: a busy database delays one. */
const SILENT_SECONDS = 60;

export type Process = {
  host: string;
  role: Config['ROLE'];
  port: number;
  pid: number;
  version: string;
  /** Since its start, and since its last heartbeat; by the clock of the database. */
  age_seconds: number;
  silent_seconds: number;
};

type Identity = Pick<Process, 'host' | 'role' | 'port' | 'pid' | 'version'>;

export type Heartbeat = { counts: { done: number; failed: number }; stop(): Promise<void> };

/** A failure is counted and otherwise ignored: a process works without its row. */
export function startHeartbeat(ctx: Context, version: string): Heartbeat {
  const { ROLE: role, PORT, METRICS_PORT } = ctx.config;
  const port = role === 'worker' ? METRICS_PORT : PORT;
  const identity = { host: hostname(), role, port, pid: process.pid, version };
  const counts = { done: 0, failed: 0 };
  const ticker = startTicker(ctx, HEARTBEAT_MS, async () => {
    try {
      await ctx.autocommit((db) => upsertProcess(db, identity));
      counts.done++;
    } catch (error) {
      counts.failed++;
      ctx.log.debug({ err: error }, 'the heartbeat was not stored');
    }
  });
  return {
    counts,
    async stop() {
      await ticker.stop();
      await ctx.autocommit((db) => deleteProcess(db, identity)).catch(() => {});
    },
  };
}

/** Also deletes rows of processes lost a day ago, but never the row that the same statement updates. */
async function upsertProcess(db: TrxOrAutocommit, identity: Identity): Promise<void> {
  const { host, role, port, pid, version } = identity;
  await sql`
    with expired as (
      delete from process_heartbeat
       where seen_at < now() - interval '1 day' and (host, role, port) <> (${host}, ${role}, ${port}::int)
    )
    insert into process_heartbeat (host, role, port, pid, version, started_at, seen_at)
    values (${host}, ${role}, ${port}, ${pid}, ${version},
            now() - make_interval(secs => ${process.uptime()}), now())
    on conflict (host, role, port) do update
       set pid = excluded.pid, version = excluded.version,
           started_at = excluded.started_at, seen_at = excluded.seen_at`.execute(db);
}

/** By pid too: the next process may have replaced the row already. */
async function deleteProcess(
  db: TrxOrAutocommit,
  { host, role, port, pid }: Identity,
): Promise<void> {
  await db
    .deleteFrom('process_heartbeat')
    .where('host', '=', host)
    .where('role', '=', role)
    .where('port', '=', port)
    .where('pid', '=', pid)
    .execute();
}

export async function listProcesses(db: Db): Promise<Process[]> {
  const { rows } = await sql<Process>`
    select host, role, port, pid, version,
           extract(epoch from now() - started_at)::float8 as age_seconds,
           extract(epoch from now() - seen_at)::float8 as silent_seconds
      from process_heartbeat order by role, host, port`.execute(db);
  return rows;
}

export function isLive({ silent_seconds }: Process): boolean {
  return silent_seconds <= SILENT_SECONDS;
}

/**
 * Processes that ended without stopping. In a container the replacement has another host name, so one that started
 * elsewhere since then, in the same role, replaces it.
 */
export function findLost(processes: Process[]): Process[] {
  const live = processes.filter(isLive);
  return processes.filter(
    (lost) =>
      !isLive(lost) &&
      !live.some(
        ({ role, host, age_seconds }) =>
          role === lost.role && host !== lost.host && age_seconds < lost.silent_seconds,
      ),
  );
}

/** Infinity if none is known. */
export function workerSilence(processes: Process[]): number {
  const workers = processes.filter(({ role }) => role !== 'web');
  return Math.min(...workers.map(({ silent_seconds }) => silent_seconds));
}

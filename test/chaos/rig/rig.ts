import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrateDatabase } from '../../../src/platform/db/install.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { startNginx } from '../../proofs/support/nginx.ts';
import { atEnd } from '../../support/cleanup.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type OwnPostgres, startPostgres } from './postgres.ts';
import { type OwnRedis, startRedis } from './redis.ts';
import { type AppProcess, type Build, runCommand, startApp } from './site.ts';

const BASE_URL = 'http://localhost:3000';

/** Everything the site is made of, each part where it can be hurt. */
export type Rig = {
  readonly directory: string;
  /** The way in, as for a visitor: nginx before both web processes. */
  readonly url: string;
  readonly postgres: OwnPostgres;
  readonly redis: OwnRedis;
  readonly to_postgres: FaultProxy;
  readonly to_redis: FaultProxy;
  readonly webs: AppProcess[];
  readonly workers: AppProcess[];
  /** What the site's processes were started with. */
  readonly settings: Record<string, string>;
  /** Any SQL, past the site and past the proxy, with nothing in its way. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** What `lamplight verify --json` says. */
  verify(): Promise<Verdict>;
};

export type Verdict = { clean: boolean; checks: { name: string; rows: number; total: number }[] };

export type RigOptions = {
  build: Build;
  random(): number;
  settings?: Record<string, string>;
  /** By how much the clocks of the two web processes are wrong. */
  clock_offsets_ms?: [number, number];
  workers?: number;
  /**
   * Whether the proxy takes a 503 for a process that is about to close, and leaves it alone for a second. While
   * the database is away both say 503, and the proxy would have nobody left to ask.
   */
  passes_503?: boolean;
};

export async function startRig(options: RigOptions): Promise<Rig> {
  const { build, random } = options;
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-chaos-'));
  // The database runs as somebody else where this is root.
  chmodSync(directory, 0o755);
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'uploads'));
  const postgres = await startPostgres(directory);
  const redis = await startRedis(directory);
  const to_postgres = await startFaultProxy(postgres.port, random);
  const to_redis = await startFaultProxy(redis.port, random);
  await migrateDatabase(postgres.url);

  const direct = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a key for the rig that every process shares',
    BASE_URL,
    STORAGE_DIR: join(directory, 'uploads'),
  };
  const settings = {
    ...direct,
    DATABASE_URL: postgres.url.replace(`:${postgres.port}/`, `:${to_postgres.port}/`),
    REDIS_URL: `redis://127.0.0.1:${to_redis.port}/0`,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '3',
    // Everybody here comes from one address.
    LIMIT_SENSITIVE: 'off',
    LIMIT_REGISTER: 'off',
    // The clients share the machine with the site; what is shed under load is measured elsewhere.
    SHED_DELAY_MS: '0',
    // Far above what anybody does, so that every request of a member counts in Redis.
    LIMIT_MEMBER: '1000000/60',
    ...options.settings,
  };
  const [one = 0, other = 0] = options.clock_offsets_ms ?? [];
  const clockOf = (offset: number): Record<string, string> =>
    options.clock_offsets_ms ? { CLOCK_OFFSET_MS: String(offset) } : {};
  const webs = await Promise.all(
    [one, other].map((offset) => startApp(build, 'web', { ...settings, ...clockOf(offset) })),
  );
  const middle = clockOf((one + other) / 2);
  const workers = await Promise.all(
    Array.from({ length: options.workers ?? 1 }, () =>
      startApp(build, 'worker', { ...settings, ...middle }),
    ),
  );
  const nginx = await startNginx(
    webs.map((web) => web.port),
    options.passes_503 ? 'error timeout http_503' : 'error timeout',
  );
  const pool = openOwnPool(postgres.url);

  return {
    directory,
    url: nginx.url,
    ...{ postgres, redis, to_postgres, to_redis, webs, workers, settings },
    sql: async (text, values) => (await pool.query(text, values)).rows,
    async verify() {
      const { stdout, stderr } = await runCommand(build, ['verify', '--json'], direct);
      try {
        return JSON.parse(stdout) as Verdict;
      } catch {
        throw new Error(`lamplight verify did not answer: ${stdout}${stderr}`);
      }
    },
  };
}

function openOwnPool(url: string): pg.Pool {
  const pool = openPool({ url, role: '', size: 4, name: 'rig', query_timeout: 120_000 });
  atEnd(() => pool.end());
  return pool;
}

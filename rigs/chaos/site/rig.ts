import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { migrateDatabase } from '../../../src/platform/db/install.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { startNginx } from '../../../test/integration/support/nginx.ts';
import { atEnd } from '../../../test/support/cleanup.ts';
import { MEMBER_LIMITS_RAISED } from '../../../test/support/member-limits.ts';
import { type Cluster, type Replication, startCluster } from './cluster.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { type OwnPostgres, startPostgres } from './postgres.ts';
import { type OwnRedis, startRedis } from './redis.ts';
import { type AppProcess, type Build, startApp, type Verdict, verifySite } from './site.ts';

const BASE_URL = 'http://localhost:3000';

/** All parts of a site, each exposed to faults. */
export type Rig = {
  readonly directory: string;
  /** nginx before both web processes. */
  readonly url: string;
  readonly postgres: OwnPostgres;
  /** The same, if it is a cluster. */
  readonly cluster: Cluster | undefined;
  readonly redis: OwnRedis;
  readonly to_postgres: FaultProxy;
  readonly to_redis: FaultProxy;
  readonly webs: AppProcess[];
  readonly workers: AppProcess[];
  /** The settings of the site's processes. */
  readonly settings: Record<string, string>;
  /** Any SQL, directly to the database. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** The output of `lamplight verify --json`. */
  verify(): Promise<Verdict>;
};

export type RigOptions = {
  build: Build;
  random(): number;
  settings?: Record<string, string>;
  /** Clock errors of the two web processes. */
  clock_offsets_ms?: [number, number];
  workers?: number;
  /** Without a proxy before the database, in scenarios without network faults: relaying would dominate the measurement. */
  near?: true;
  /** Another PostgreSQL than one with default settings. */
  postgres?(directory: string): Promise<OwnPostgres>;
  /** A cluster of three instead of one PostgreSQL. */
  cluster?: Replication;
};

export async function startRig(options: RigOptions): Promise<Rig> {
  const { build, random } = options;
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-chaos-'));
  // As root, PostgreSQL runs as another user.
  chmodSync(directory, 0o755);
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'uploads'));
  const cluster = options.cluster && (await startCluster(directory, options.cluster));
  const postgres = cluster ?? (await (options.postgres ?? startPostgres)(directory));
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
  const distant = postgres.url.replace(`:${postgres.port}/`, `:${to_postgres.port}/`);
  const settings = {
    ...direct,
    DATABASE_URL: options.near ? postgres.url : distant,
    REDIS_URL: `redis://127.0.0.1:${to_redis.port}/0`,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '3',
    // All clients share one address.
    LIMIT_SENSITIVE: 'off',
    LIMIT_REGISTER: 'off',
    // The clients share the machine with the site; load shedding is measured by the load rig.
    SHED_DELAY_MS: '0',
    // Far above the real rates, so that every member request is counted in Redis.
    ...MEMBER_LIMITS_RAISED,
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
  const nginx = await startNginx(webs.map((web) => web.port));
  const pool = openOwnPool(postgres.url);

  return {
    directory,
    url: nginx.url,
    ...{ postgres, cluster, redis, to_postgres, to_redis, webs, workers, settings },
    sql: async (text, values) => (await pool.query(text, values)).rows,
    verify: () => verifySite(build, direct),
  };
}

const HISTORY_MS = 120_000;

function openOwnPool(url: string): pg.Pool {
  const pool = openPool({ url, role: '', size: 4, name: 'rig', query_timeout: HISTORY_MS });
  // A long run leaves many rows to read.
  pool.on('connect', (client) => void client.query(`set statement_timeout = ${HISTORY_MS}`));
  atEnd(() => pool.end());
  return pool;
}

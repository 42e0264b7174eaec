import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../src/local/free-port.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { MEMBER_LIMITS_RAISED } from '../../test/support/member-limits.ts';
import { cpuSeconds } from '../../test/support/processes.ts';
import { type Community, FULL, settleCommunity } from '../chaos/community.ts';
import { startPostgres } from '../chaos/site/postgres.ts';
import { startRedis } from '../chaos/site/redis.ts';
import type { Rig } from '../chaos/site/rig.ts';
import { type AppProcess, type Build, startApp, verifySite } from '../chaos/site/site.ts';
import { type HttpClient, openHttpClient } from './http-client.ts';
import { pinCores } from './pinning.ts';

const BASE_URL = 'http://localhost:3000';
const APART =
  'the web process has one core, the generator, PostgreSQL, Redis and the worker share another';
const TOGETHER = 'the web process, the database and the generator share all cores';

/**
 * One web process with default settings, without a proxy. A second process or a proxy would share the same two cores, and each process
 * sheds load by itself.
 */
export type Site = Pick<Rig, 'url' | 'sql' | 'verify'> & {
  readonly web: AppProcess;
  readonly community: Community;
  readonly client: HttpClient;
  readonly placement: string;
  /** Of the web process, since its start. */
  cpuSeconds(): number;
  /** The current values of the web process's metrics. */
  metrics(): Promise<(name: string) => number>;
};

export async function startSite(build: Build): Promise<Site> {
  const pinning = pinCores();
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-load-'));
  // As root, PostgreSQL runs as another user.
  chmodSync(directory, 0o755);
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  mkdirSync(join(directory, 'uploads'));
  const postgres = await startPostgres(directory);
  const redis = await startRedis(directory);
  await migrateDatabase(postgres.url);
  const metricsPort = await freePort();
  const own = {
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'a key for the site that every process shares',
    BASE_URL,
    STORAGE_DIR: join(directory, 'uploads'),
  };
  // All other settings are the defaults; member limits are raised because the clients are faster than people.
  const settings = {
    ...own,
    ...MEMBER_LIMITS_RAISED,
    REDIS_URL: `redis://127.0.0.1:${redis.port}/0`,
    METRICS_PORT: String(metricsPort),
  };
  const web = await startApp(build, 'web', settings);
  await startApp(build, 'worker', settings);
  const pool = openPool({
    url: postgres.url,
    role: '',
    size: 4,
    name: 'site',
    query_timeout: 120_000,
  });
  atEnd(() => pool.end());
  const sql: Site['sql'] = async (text, values) => (await pool.query(text, values)).rows;
  const { url } = web;
  const community = await settleCommunity({ url, settings, postgres, sql }, FULL);
  pinning.pinWeb(web.pid);
  const client = openHttpClient(url);
  atEnd(() => client.close());
  return {
    ...{ url, web, community, client, sql },
    placement: pinning.isPinned ? APART : TOGETHER,
    cpuSeconds: () => cpuSeconds(web.pid),
    verify: () => verifySite(build, own),
    async metrics() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return (name) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1] ?? Number.NaN);
    },
  };
}

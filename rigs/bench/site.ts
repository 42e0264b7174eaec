import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { Context } from '../../src/context.ts';
import { checkIn } from '../../src/levels/actions.ts';
import { freePort } from '../../src/local/free-port.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import type { App } from '../../src/platform/http/app-types.ts';
import { createLog } from '../../src/platform/log.ts';
import { openServices, type Services } from '../../src/services.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { MEMBER_LIMITS_RAISED } from '../../test/support/member-limits.ts';
import {
  type AppProcess,
  type Build,
  startApp,
  type Verdict,
  verifySite,
} from '../chaos/site/site.ts';
import { publicPostsOf, type SetSize } from '../query-plans/fill.ts';
import { copySet } from './data-set.ts';
import type { Environment } from './environment.ts';
import { type People, peopleOf, type Range, uidsOf } from './people.ts';

const BASE_URL = 'http://localhost:3000';
const AT_ONCE = 8;
/** Enough for all pages that the bench reads. */
const ROOM = { PAGE_CACHE_MB: '256' };
/** Every response is rendered. */
export const WITHOUT_CACHE = { PAGE_CACHE_MB: '0' };
/** The fields of a member that a check-in needs. */
const MEMBER = { role: 'member', status: 'active', session_id: '', exp: 1 } as const;

/** One site on a copy of a set, with its processes. */
export type Site = {
  readonly environment: Environment;
  readonly url: string;
  readonly size: SetSize;
  readonly people: People;
  /** Posts up to this id are public. */
  readonly public_posts: number;
  /** How often an operation can be measured: members with once-a-day actions are divided among the measurements. */
  readonly measurements: number;
  /** A default web process, and one without the page cache. */
  readonly web: AppProcess;
  readonly uncached: AppProcess;
  /** The app in this process, where its statements can be recorded. */
  readonly service: { app: App; ctx: Context; database: Services['database'] };
  /** Any SQL, as superuser. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  startWeb(settings?: Record<string, string>, flags?: string[], of?: Build): Promise<AppProcess>;
  verify(): Promise<Verdict>;
};

export type SiteOptions = {
  set: string;
  name: string;
  size: SetSize;
  measurements: number;
  sides?: 'both' | 'ours';
};

export async function openSite(environment: Environment, options: SiteOptions): Promise<Site> {
  const { build, pinning, server, directory } = environment;
  const { size, measurements } = options;
  const url = await copySet(server, options.set, options.name);
  const storage = join(directory, options.name);
  mkdirSync(storage);
  const own = {
    DATABASE_URL: url,
    SECRET_KEY: 'a key for the bench that every process shares',
    BASE_URL,
    STORAGE_DIR: storage,
  };
  // All other settings are the defaults. All clients share one address and are faster than people; 64 of them in a closed loop must
  // not be shed.
  const settings = {
    ...own,
    ...ROOM,
    ...MEMBER_LIMITS_RAISED,
    LIMIT_SENSITIVE: 'off',
    SHED_DELAY_MS: '10000',
  };
  const service = await openService(settings);
  const pool = openPool({ url, role: '', size: 2, name: 'bench', query_timeout: 120_000 });
  atEnd(() => pool.end());
  const people = peopleOf(size, options.sides);
  await checkInToday(service.ctx, people.crowd);
  await checkInToday(service.ctx, people.givers);
  const startWeb: Site['startWeb'] = async (more = {}, flags = [], of = build) => {
    const port = { METRICS_PORT: String(await freePort()) };
    const started = { ...of, server: [...flags, ...of.server] };
    const web = await startApp(started, 'web', { ...settings, ...port, ...more });
    pinning.pinWeb(web.pid);
    return web;
  };
  return {
    ...{ environment, url, size, people, measurements, service, startWeb },
    public_posts: publicPostsOf(size),
    web: await startWeb(),
    uncached: await startWeb(WITHOUT_CACHE),
    sql: async (text, values) => (await pool.query(text, values)).rows,
    verify: () => verifySite(build, own),
  };
}

async function openService(settings: Record<string, string>): Promise<Site['service']> {
  const config = readConfig({ ...settings, ...WITHOUT_CACHE, SHED_DELAY_MS: '0' });
  const services = await openServices(config, createLog('error'));
  const app = await createApp(services);
  atEnd(async () => {
    await app.close();
    await services.close();
  });
  const { ctx, database } = services;
  return { app, ctx, database };
}

/** Otherwise the first request of each member would also check them in. */
async function checkInToday(ctx: Context, range: Range): Promise<void> {
  const uids = uidsOf(range);
  const worker = async () => {
    for (let uid = uids.pop(); uid !== undefined; uid = uids.pop())
      await checkIn(ctx, { ...MEMBER, uid, checked_in_on: null });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

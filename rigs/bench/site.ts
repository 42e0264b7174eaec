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
import { type People, peopleOf, type Range, uidsOf } from './people.ts';
import type { Place } from './place.ts';

const BASE_URL = 'http://localhost:3000';
const AT_ONCE = 8;
/** For all the pages that are read over and over. */
const ROOM = { PAGE_CACHE_MB: '256' };
/** Every answer is made anew. */
export const WITHOUT_MEMORY = { PAGE_CACHE_MB: '0' };
/** What is known of everybody who checks in, beside who it is. */
const MEMBER = { role: 'member', status: 'active', session_id: '', exp: 1 } as const;

/** One community on a copy of a set, with the processes that serve it. */
export type Site = {
  readonly place: Place;
  readonly url: string;
  readonly size: SetSize;
  readonly people: People;
  /** The oldest posts, up to this id, can be seen by everybody. */
  readonly public_posts: number;
  /** How often an operation can be measured: what can be done once a day is shared out accordingly. */
  readonly measurements: number;
  /** As an operator starts it, and the same without its memory of pages. */
  readonly web: AppProcess;
  readonly uncached: AppProcess;
  /** The program in this process, where what it asks of the database can be heard. */
  readonly service: { app: App; ctx: Context; database: Services['database'] };
  /** Any SQL, past the program and its rights. */
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

export async function openSite(place: Place, options: SiteOptions): Promise<Site> {
  const { build, apart, server, directory } = place;
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
  // All else is what a new site starts with. Everybody here comes from one address and is faster than people, and 64 who wait for each other
  // without a pause are no crowd to be turned away.
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
    apart.pinWeb(web.pid);
    return web;
  };
  return {
    ...{ place, url, size, people, measurements, service, startWeb },
    public_posts: publicPostsOf(size),
    web: await startWeb(),
    uncached: await startWeb(WITHOUT_MEMORY),
    sql: async (text, values) => (await pool.query(text, values)).rows,
    verify: () => verifySite(build, own),
  };
}

async function openService(settings: Record<string, string>): Promise<Site['service']> {
  const config = readConfig({ ...settings, ...WITHOUT_MEMORY, SHED_DELAY_MS: '0' });
  const services = await openServices(config, createLog('error'));
  const app = await createApp(services);
  atEnd(async () => {
    await app.close();
    await services.close();
  });
  const { ctx, database } = services;
  return { app, ctx, database };
}

/** Otherwise the first thing that each of them does would check them in on the way. */
async function checkInToday(ctx: Context, range: Range): Promise<void> {
  const uids = uidsOf(range);
  const lane = async () => {
    for (let uid = uids.pop(); uid !== undefined; uid = uids.pop())
      await checkIn(ctx, { ...MEMBER, uid, checked_in_on: null });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
}

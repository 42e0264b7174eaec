import { expect, test, vi } from 'vitest';
import { DISTRIBUTED_TABLES, SHARD_KEYS } from '../../src/cli/distribution/shard-keys.ts';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { JOBS } from '../../src/jobs.ts';
import { migrateDatabase } from '../../src/platform/db/install.ts';
import { CITUS_URL, freshCluster } from '../support/citus.ts';
import type { Client } from '../support/client.ts';
import {
  createFullMember,
  createStaff,
  LATER_PASSWORD,
  type Staff,
} from '../support/full-member.ts';
import { findDifferences } from '../support/integrity.ts';
import { operatorOf, settingsOf } from '../support/lamplight.ts';
import { createWorld, type World } from '../support/world.ts';

vi.setConfig({ testTimeout: 300_000 });

const site = await open({});
const plain = site.world;

test('the distribution plan lists every table and nothing else', async () => {
  const tables = await plain.sql(
    `select relname::text as name from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  expect(Object.keys(SHARD_KEYS).sort()).toEqual(tables.map((table) => table['name']));
});

test('every unique key of a distributed table contains its shard key, and no trigger is on one', async () => {
  const keys = await plain.sql(
    `select indrelid::regclass::text as table, indexrelid::regclass::text as index,
            array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any(indkey)) as columns
       from pg_index where indisunique`,
  );
  for (const { table, key } of DISTRIBUTED_TABLES) {
    const own = keys.filter((one) => one['table'] === table);
    expect(own.length, table).toBeGreaterThan(0);
    for (const one of key ? own : []) expect(one['columns'], String(one['index'])).toContain(key);
  }
  const triggers = await plain.sql(
    `select tgname::text as name from pg_trigger
      where not tgisinternal and tgrelid = any($1::text[]::regclass[])`,
    [DISTRIBUTED_TABLES.map(({ table }) => table)],
  );
  expect(triggers).toEqual([]);
});

test('without Citus the command prints the plan and the reason to stop, and changes nothing', async () => {
  const lamplight = operatorOf(settingsOf(plain.ctx.config));
  for (const line of ['db distribute', 'db distribute --dry-run']) {
    const { code, stdout, stderr } = await lamplight(line);
    expect(code).toBe(1);
    expect(stdout).toContain('plan: user_checkin by uid');
    // Citus may be installed for another server of the machine.
    expect(stderr).toMatch(/^(This PostgreSQL does not have Citus|Citus is installed, and)/);
  }
  const [key] = await plain.sql(
    "select count(*)::int as count from pg_constraint where conname = 'user_checkin_uid_fkey'",
  );
  expect(key?.['count']).toBeGreaterThan(0);
});

test.skipIf(!CITUS_URL)(
  `a distributed database gives the same responses as a plain one${CITUS_URL ? '' : ' (skipped: CITUS_URL is not set)'}`,
  async () => {
    const cluster = await freshCluster(CITUS_URL ?? '');
    await migrateDatabase(cluster.url);
    const other = await open({ DATABASE_URL: cluster.url });
    const distributed = other.world;
    const lamplight = operatorOf(settingsOf(distributed.ctx.config));
    const joinBoth = (tag: string) => Promise.all([joinFully(site, tag), joinFully(other, tag)]);
    const before = await joinBoth('before');

    await cluster.join();
    expect((await lamplight('db distribute')).stderr).toContain('add --while-running');
    const dry = await lamplight('db distribute --dry-run --while-running');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain('plan: lamplight_app may log in');
    expect(dry.stdout).toContain('Nothing was changed.');
    expect(await machinesOf(distributed, 'exp_entry')).toBe(0);

    const done = await lamplight('db distribute --while-running --shards 4');
    expect(done).toMatchObject({ code: 0, stderr: '' });
    for (const { table } of DISTRIBUTED_TABLES) {
      expect(done.stdout).toMatch(new RegExp(`${table}: \\d+ rows, distributed`));
      expect(await machinesOf(distributed, table), table).toBe(cluster.machines);
    }
    const again = await lamplight('db distribute --while-running');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain('user_checkin: is distributed');
    expect(await lamplight('migrate')).toMatchObject({ code: 0, stdout: 'up to date\n' });
    // The command ended the connections of the site, which opens others.
    expect((await before[1].get('/api/posts')).status).toBe(200);
    expect((await lamplight('verify --repair')).stderr).toContain('stop its processes');

    // Members from before and after the distribution get the same responses.
    const after = await joinBoth('after');
    for (const [there, here] of [before, after]) {
      expect(await readAll(here)).toEqual(await readAll(there));
    }
    expect(await rowsOf(distributed)).toEqual(await rowsOf(plain));
    await checkInAtOnce(distributed);
    await runJobs(distributed);
    await leave(distributed, after[1]);
    expect(findDifferences(await verifyIntegrity(distributed.ctx, { repair: false }))).toEqual([]);
    expect(await lamplight('verify')).toMatchObject({ code: 0 });
  },
);

type Site = { world: World; staff: Staff };

async function open(settings: Record<string, string>): Promise<Site> {
  const world = await createWorld({ LIMIT_SENSITIVE: 'off', ...settings });
  return { world, staff: await createStaff(world) };
}

/** A member who has used every feature. */
async function joinFully({ world, staff }: Site, tag: string): Promise<Client> {
  return (await createFullMember(world, staff, { tag, ip: '203.0.113.9' })).client;
}

/** The number of machines with shards of the table. */
async function machinesOf(world: World, table: string): Promise<number> {
  const [row] = await world.sql(
    `select count(distinct (nodename, nodeport))::int as machines from citus_shards
      where table_name = $1::regclass and citus_table_type = 'distributed'`,
    [table],
  );
  return row?.['machines'] as number;
}

const READ = [
  '/api/posts',
  '/api/posts?order=hot',
  '/api/posts?order=following',
  '/api/posts/1',
  '/api/posts/1/comments',
  '/api/posts/1/reaction',
  '/api/studio/posts',
  '/api/studio/overview',
  '/api/level/info',
  '/api/level/logs',
  '/api/energy/info',
  '/api/energy/logs',
  '/api/messages',
  '/api/messages/unread',
  '/api/folders',
  '/api/users/1',
  '/api/users/search?q=b',
];
const PAGES = ['/', '/posts', '/posts/1', '/space/1', '/messages', '/studio', '/settings'];

/** The responses a member gets, without timestamps, cursors and file names. */
async function readAll(client: Client): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {};
  for (const url of READ) {
    const { status, text } = await client.get(url);
    // The member has muted the author of the first post, so not all are 200.
    expect(status, `${url}: ${text}`).toBeLessThan(500);
    responses[url] = [status, normalize(text)];
  }
  for (const url of PAGES) responses[url] = (await client.get(url)).status;
  return responses;
}

function normalize(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'then')
    .replaceAll(/"(next_cursor|instance)":"[^"]*"/g, '"$1":"there"')
    .replaceAll(/[\w-]+\.webp/g, 'picture');
}

async function rowsOf(world: World): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {};
  for (const table of Object.keys(SHARD_KEYS)) {
    const [row] = await world.sql(`select count(*)::int as rows from ${table}`);
    counts[table] = row?.['rows'];
  }
  return counts;
}

/** D36: one row per day, also on another machine. */
async function checkInAtOnce(world: World): Promise<void> {
  const member = await world.member({ exp: 200, transport: 'bearer' });
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => member.post('/api/level/checkin')),
  );
  const awarded = responses.filter(({ body }) => body.awarded);
  expect(awarded.length).toBeLessThanOrEqual(1);
  const rows = await world.sql('select day from user_checkin where uid = $1', [member.uid]);
  expect(rows).toHaveLength(1);
}

/** Every job but the export, which needs a request. */
async function runJobs(world: World): Promise<void> {
  for (const [name, job] of Object.entries(JOBS.tasks)) {
    if (name !== 'exports_make') await job(world.ctx, {});
  }
}

/** D15: the purge deletes every revision on every machine. */
async function leave(world: World, client: Client): Promise<void> {
  const { uid } = client;
  const left = await client.post('/api/settings/delete-account', { password: LATER_PASSWORD });
  expect(left.status).toBe(200);
  world.wait(31 * 24 * 3600);
  await JOBS.tasks['accounts_purge']?.(world.ctx, {});
  const revisions = await world.sql(
    'select version from post_revision where post_id in (select id from post where author_uid = $1)',
    [uid],
  );
  expect(revisions).toEqual([]);
}

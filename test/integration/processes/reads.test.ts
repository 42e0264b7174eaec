import { expect, test } from 'vitest';
import { beaconHeaders } from '../../support/beacon.ts';
import { until } from '../../support/until.ts';
import { openTestDatabase } from '../support/database.ts';
import { send } from '../support/http.ts';
import { registerMembers } from '../support/members.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { verify } from '../support/verify.ts';
import { startWeb, type Web } from '../support/web.ts';

/** `TEST_READS=200000` is a busy day of one post; CI runs less. */
const READERS = Number(process.env['TEST_READS'] ?? 2000);
const CONNECTIONS = 64;

const database = await openTestDatabase();
const settings = {
  TRUSTED_PROXIES: '127.0.0.1',
  LOG_LEVEL: 'info',
  LOG_READ_SAMPLE: '0.05',
  // The load and three processes share this machine.
  SHED_DELAY_MS: '0',
};
const start = () => startWeb(database.url, settings);
const webs: Web[] = await Promise.all([start(), start(), start()]);

function addressOf(reader: number): string {
  if (reader % 2 === 0)
    return `2001:db8:${(reader >> 16).toString(16)}:${(reader & 0xffff).toString(16)}::5`;
  return `10.${(reader >> 16) & 255}.${(reader >> 8) & 255}.${reader & 255}`;
}

async function sendAll(post: number, count: number, isSecond: boolean): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (let reader = next++; reader < count; reader = next++) {
        // The second tab of a reader reaches another process.
        const web = webs[(reader + (isSecond ? 1 : 0)) % webs.length];
        const response = await send(web?.url ?? '', 'POST', `/api/posts/${post}/reads`, {
          headers: { ...beaconHeaders(post), 'x-forwarded-for': addressOf(reader) },
        });
        if (response.status !== 204) throw new Error(`${response.status} ${response.text}`);
      }
    }),
  );
}

async function countReads(post: number): Promise<number> {
  const [row] = await database.sql('select reads::int from post_read_count where post_id = $1', [
    post,
  ]);
  return Number(row?.['reads'] ?? 0);
}

const commits = async () => {
  const [row] = await database.sql(
    'select xact_commit::int as commits from pg_stat_database where datname = current_database()',
  );
  return Number(row?.['commits']);
};

test(`D62 ${READERS} readers of one post with two tabs each, three processes and a restart: exact counts, one statement a second per process, no address anywhere`, async () => {
  const [author] = await registerMembers(database, webs[0]?.url ?? '', 1);
  const created = await send(webs[0]?.url ?? '', 'POST', '/api/studio/posts', {
    token: author?.access ?? '',
    body: { title: '热门', body: '<p>灯火。</p>' },
  });
  const post = created.body.id as number;
  // Every statement that counts reads leaves its time here.
  await database.sql(`create table counting (at timestamptz not null default clock_timestamp())`);
  await database.sql(`create function note_counting() returns trigger language plpgsql security definer as
    $$ begin insert into counting default values; return null; end $$`);
  await database.sql(
    'create trigger counting after insert on post_read_day for each statement execute function note_counting()',
  );

  const [before, began] = [await commits(), performance.now()];
  await sendAll(post, READERS, false);
  const firstPass = performance.now() - began;
  // The process that restarts counts what waits in it.
  const restarted = webs[1];
  restarted?.signal('SIGTERM');
  await restarted?.gone;
  webs[1] = await start();
  await sendAll(post, READERS, true);
  await until(async () => (await countReads(post)) >= READERS * 0.99);
  const seconds = (performance.now() - began) / 1000;
  const made = (await commits()) - before;

  const counted = await countReads(post);
  expect(Math.abs(counted - READERS) / READERS).toBeLessThan(0.01);
  const [{ statements = 0 } = {}] = (await database.sql(
    'select count(*)::int as statements from counting',
  )) as { statements: number }[];
  const perSecond = statements / seconds / webs.length;
  expect(perSecond).toBeLessThanOrEqual(1);
  // Beacons of anonymous visitors need no other statement; heartbeats and the restart do.
  expect(made).toBeLessThan(statements * 2 + seconds * 10 + 200);
  printMeasurements('D62 reads of one post', {
    readers: READERS,
    counted,
    'beacons per second': (READERS / firstPass) * 1000,
    'statements per second and process': perSecond,
  });

  const searched = Array.from({ length: 50 }, (_, index) => addressOf(READERS - 1 - index));
  const tables = await database.sql(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  for (const { name } of tables) {
    const found = await database.sql(
      `select 1 from "${name}" t where t::text like any($1) limit 1`,
      [searched.map((address) => `%${address}%`)],
    );
    expect(found, String(name)).toEqual([]);
  }
  const log = [...webs, restarted].map((web) => web?.output() ?? '').join('');
  expect(log).toContain('/api/posts/:id/reads');
  for (const address of searched) expect(log).not.toContain(address);
  expect(await verify(database.url)).toBe('clean');
}, 900_000);

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Config } from '../../../src/config.ts';
import { createReplicaChecks } from '../../../src/health/actions/replica-checks.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { openPool } from '../../../src/platform/db/pool.ts';
import { MAX_LAG_MS } from '../../../src/platform/db/replicas/replica-health.ts';
import {
  readFlushedPosition,
  readReplicaStatus,
} from '../../../src/platform/db/replicas/replication-position.ts';
import { retryOnPrimary } from '../../../src/platform/db/replicas/retry-on-primary.ts';
import { TIME_BUDGET } from '../../../src/platform/time-budget.ts';
import { waitFor } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { until } from '../../support/until.ts';
import { countStatuses, send } from '../support/http.ts';
import { printMeasurements } from '../support/print-measurements.ts';
import { startReplicatedSite } from '../support/replicated-site.ts';

const POOL = { role: '', size: 1, name: 'test' };

const site = await startReplicatedSite();
const { primary, standby, owner, webs, post } = site;

beforeEach(() => site.untilUsed());

test('a replica killed during reads causes no error, and is used again after its restart', async () => {
  const readers = site.startReaders();
  await readers.more(100);
  await standby.kill();
  await readers.more(200);
  await site.untilUnused();
  await readers.more(100);
  await standby.start();
  await site.untilUsed();
  await readers.more(100);
  const responses = await readers.stop();
  printMeasurements('replica killed', {
    responses: responses.length,
    repeated: await site.countRepeated(),
  });
  expect(countStatuses(responses)).toEqual({ 200: responses.length });
});

test('a replica that hangs causes no error', async () => {
  const readers = site.startReaders();
  await readers.more(50);
  standby.freeze();
  try {
    await site.untilUnused();
    await readers.more(100);
  } finally {
    standby.thaw();
  }
  await site.untilUsed();
  const responses = await readers.stop();
  printMeasurements('replica frozen', {
    responses: responses.length,
    repeated: await site.countRepeated(),
    slowest_ms: Math.max(...responses.map(({ ms }) => ms)),
  });
  expect(countStatuses(responses)).toEqual({ 200: responses.length });
});

test('a read that the replica cancels is repeated on the primary, for every reason', async () => {
  const outcomes: string[] = [];
  const open = (url: string, more: object) =>
    openDatabase({ url, role: '', size: 2, name: 'broken off', ...more }, () => {});
  const [original, mirror] = [
    open(primary.url, {}),
    open(standby.url, { reads_standby: true, query_timeout: TIME_BUDGET.replicaRead }),
  ];
  atEnd(() => Promise.all([original.close(), mirror.close()]));
  const db = retryOnPrimary(mirror.db, original.db, (outcome, error) =>
    outcomes.push(error instanceof Error ? `${outcome}: ${error.message}` : outcome),
  );
  const slowly = (seconds: number) =>
    sql<{ rows: number }>`
      select count(*) as rows from large, pg_sleep(${sql.lit(seconds)})`.execute(db);
  await owner.query('create table large as select generate_series(1, 10) as n');
  await waitFor(
    async () => (await standby.sql("select to_regclass('large') as is"))[0]?.['is'] !== null,
  );

  expect((await slowly(0)).rows).toEqual([{ rows: 10 }]);
  const ended = slowly(0.5);
  const end =
    "select pg_terminate_backend(pid) from pg_stat_activity where query ~ '^\\s*select count'";
  await waitFor(
    async () => (await standby.sql(`${end} and application_name = 'broken off'`)).length > 0,
  );
  expect((await ended).rows).toEqual([{ rows: 10 }]);
  expect((await slowly(1)).rows).toEqual([{ rows: 10 }]);
  const conflicting = slowly(0.6);
  await waitFor(
    async () =>
      (await standby.sql("select from pg_locks where relation = 'large'::regclass")).length > 0,
  );
  await owner.query('truncate large');
  expect((await conflicting).rows).toEqual([{ rows: 0 }]);
  await standby.pause();
  await owner.query('create table larger ()');
  expect((await sql`select count(*) as rows from larger`.execute(db)).rows).toEqual([{ rows: 0 }]);
  await standby.resume();
  await expect(sql`select count(*) from nothing`.execute(db)).rejects.toThrow('does not exist');

  expect(outcomes).toEqual([
    'done',
    expect.stringContaining('repeated: terminating connection'),
    'repeated: Query read timeout',
    expect.stringMatching('repeated: canceling statement due to conflict with recovery'),
    'repeated: relation "larger" does not exist',
    'repeated: relation "nothing" does not exist',
  ]);
});

test('a replica that was promoted by mistake is rejected and logged', async () => {
  const look = createReplicaChecks(
    { DATABASE_REPLICA_URLS: standby.url, DATABASE_ROLE: 'lamplight_app' } as Config,
    owner,
  )[0]?.run;
  expect(await look?.()).toMatchObject({ state: 'good', facts: [{ fact: 'replica_in_sync' }] });
  const copy = openPool({ ...POOL, url: standby.url, reads_standby: true });
  atEnd(() => copy.end());
  const [mark, report] = [await readFlushedPosition(owner), await readReplicaStatus(copy)];
  expect(report).toMatchObject({ system: mark.system, database: mark.database, timeline: 1 });

  await standby.promote();
  await site.untilUnused();
  expect(await look?.()).toEqual({ state: 'wrong', facts: [{ fact: 'replica_promoted' }] });
  const promoted = openPool({ ...POOL, url: standby.url });
  atEnd(() => promoted.end());
  expect(await readFlushedPosition(promoted)).toMatchObject({ system: mark.system, timeline: 2 });
  for (const { url, output } of webs) {
    expect((await send(url, 'GET', `/posts/${post}`)).status).toBe(200);
    // Lines are written some at a time.
    await until(() => /"level":50.*"state":"promoted".*a replica is refused/.test(output()));
  }
  await sleep(2 * MAX_LAG_MS);
  expect(await site.isUnused()).toBe(true);
});

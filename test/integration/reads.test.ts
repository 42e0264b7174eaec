import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readCounterOf } from '../../src/reads/actions/take-beacon.ts';
import { beaconHeaders } from '../support/beacon.ts';
import { atEnd } from '../support/cleanup.ts';
import { openTestServices } from '../support/test-services.ts';
import { until } from '../support/until.ts';
import { createWorld } from '../support/world.ts';
import { printMeasurements } from './support/print-measurements.ts';

/** `TEST_READS=200000` is a busy day of one post; CI runs less. */
const READERS = Number(process.env['TEST_READS'] ?? 20_000);
const PROCESSES = 4;
/** A second's worth for one process: more than it could receive over HTTP. */
const CHUNK = 10_000;

/** IPv4 and IPv6 in turns. */
function addressOf(reader: number): string {
  const [high, low] = [reader >> 16, reader & 0xffff];
  if (reader % 2 === 0) return `2001:db8:${high.toString(16)}:${low.toString(16)}::5`;
  return `10.${high & 255}.${low >> 8}.${low & 255}`;
}

test(`D62 ${READERS} readers of one post, each reported to two of four processes: counted exactly, by at most one statement a second each`, async () => {
  const world = await createWorld();
  const author = await world.member({ exp: 1 });
  const text = { title: '热门', body: '<p>灯火。</p>' };
  const post: number = (await author.post('/api/studio/posts', text)).body.id;
  // Every statement that counts reads leaves its time here.
  await world.sql('create table counting (at timestamptz not null default clock_timestamp())');
  await world.sql(`create function note_counting() returns trigger language plpgsql security definer as
    $$ begin insert into public.counting default values; return null; end $$`);
  await world.sql(
    'create trigger counting after insert on post_read_day for each statement execute function note_counting()',
  );
  const { DATABASE_URL } = world.ctx.config;
  const counters = await Promise.all(
    Array.from({ length: PROCESSES }, async () => {
      // Another Redis or none: each process counts the limits itself.
      const { services, close } = await openTestServices({ DATABASE_URL });
      atEnd(close);
      return readCounterOf(services.ctx);
    }),
  );

  const began = performance.now();
  const reportTo = async (index: number) => {
    const counter = counters[index];
    const headers = beaconHeaders(post);
    let sent = 0;
    for (let reader = 0; reader < READERS; reader += 1) {
      const isFirst = reader % PROCESSES === index;
      if (!isFirst && (reader + 1) % PROCESSES !== index) continue;
      await counter?.take({ post_id: post, ip: addressOf(reader), headers, uid: undefined });
      sent += 1;
      // As requests do, so that the statements get their results.
      if (sent % 100 === 0) await turn();
      if (sent % CHUNK === 0) await sleep(1000);
    }
    return sent;
  };
  const sent = await Promise.all(counters.map((_, index) => reportTo(index)));
  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(2 * READERS);
  const settled = () => {
    const tallies = counters.map((counter) => counter.tally());
    return tallies.reduce((sum, { counted, refused }) => sum + counted + refused.repeated, 0);
  };
  await until(() => settled() === 2 * READERS);
  const seconds = (performance.now() - began) / 1000;

  const [row] = await world.sql(
    `select (select reads::int from post_read_count where post_id = $1) as total,
            (select sum(reads)::int from post_read_day where post_id = $1) as days,
            (select sum(reads)::int from author_read_day where author_uid = $2) as of_author,
            (select count(*)::int from counting) as statements,
            (pg_total_relation_size('post_read_even') + pg_total_relation_size('post_read_odd'))::int as bytes`,
    [post, author.uid],
  );
  expect(row).toMatchObject({ total: READERS, days: READERS, of_author: READERS });
  const perSecond = Number(row?.['statements']) / seconds / PROCESSES;
  expect(perSecond).toBeLessThanOrEqual(1);
  printMeasurements('D62 reads of one post', {
    readers: READERS,
    counted: row?.['total'],
    'reads per second': (2 * READERS) / seconds,
    'statements per second and process': perSecond,
    'bytes per visitor until the day ends': Number(row?.['bytes']) / READERS,
  });
}, 300_000);

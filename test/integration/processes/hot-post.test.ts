import { expect, test } from 'vitest';
import type { Context } from '../../../src/context.ts';
import { calendarDay } from '../../../src/platform/clock.ts';
import { createWriteBatcher } from '../../../src/platform/db/batch/batch-write.ts';
import { type Db, openDatabase, type Trx } from '../../../src/platform/db/database.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { startTicker } from '../../../src/platform/jobs/ticker.ts';
import { flushCountDeltas } from '../../../src/posts/actions/post-counts.ts';
import { batchedReaction } from '../../../src/reactions/store.ts';
import { BASELINE_TABLES, BASELINE_TRANSACTION } from '../../support/baseline-likes.ts';
import { atEnd } from '../../support/cleanup.ts';
import { FILL_CARDS } from '../../support/member-cards.ts';
import { openTestDatabase } from '../support/database.ts';
import { printMeasurements } from '../support/print-measurements.ts';

const CLIENTS = 32;
const ROUND_MS = 500;
const ROUNDS = 7;
/** The target is four (ADR 0009 has the measurements); the threshold allows for a noisy machine. */
const MIN_RATIO = 3;
const PEOPLE = 60_000;
const STEP = 10_000;
const FLUSH_MS = 500;
const BASELINE_POST = 2;

/**
 * PERFORMANCE: likes of one hot post. Our batched statement against the baseline (one transaction that reads and writes
 * the reaction and updates the counter on the wide post row), in alternating rounds on one database.
 */
const database = await openTestDatabase();

test.each([
  ['the same readers repeatedly', (client: number) => client + 1],
  ['a new reader every time', nextReader],
])(
  'L9 likes of one hot post by %s: at least three times the rate of the baseline, and exact counts',
  async (who, reader) => {
    const { db, pool, close } = openDatabase(
      { url: database.url, role: 'lamplight_app', size: CLIENTS, name: 'hot' },
      () => {},
    );
    atEnd(close);
    const batchWrite = createWriteBatcher(db);
    // As the service does it.
    const ours = async (uid: number) => {
      const now = new Date();
      const reader = { post_id: 1, uid, now, day: calendarDay(now) };
      await batchWrite(batchedReaction({ button: 'like', change: 'toggle' }), reader);
    };
    const baseline = async (uid: number) => {
      const client = await pool.connect();
      try {
        await client.query(BASELINE_TRANSACTION.begin);
        const { rows } = await client.query(BASELINE_TRANSACTION.isLiked, [BASELINE_POST, uid]);
        const [change, count] = rows[0].liked
          ? [BASELINE_TRANSACTION.unlike, BASELINE_TRANSACTION.decrement]
          : [BASELINE_TRANSACTION.like, BASELINE_TRANSACTION.increment];
        await client.query(change, [BASELINE_POST, uid]);
        await client.query(count, [BASELINE_POST]);
        await client.query(BASELINE_TRANSACTION.commit);
      } finally {
        client.release();
      }
    };
    const flushing = startTicker(contextOf(db), FLUSH_MS, flushCountDeltas);
    atEnd(() => flushing.stop());
    await round(ours, reader);
    await round(baseline, reader);
    const ratios: number[] = [];
    for (let turn = 0; turn < ROUNDS; turn++) {
      const [a, b] = [await round(ours, reader), await round(baseline, reader)];
      ratios.push(a / b);
    }
    ratios.sort((a, b) => a - b);
    const median = ratios[Math.floor(ROUNDS / 2)] ?? 0;
    printMeasurements(`L9 hot post, ${who}`, {
      clients: CLIENTS,
      rounds: ROUNDS,
      ratio: median,
      least: ratios[0] ?? 0,
      most: ratios.at(-1) ?? 0,
    });

    const [row] = await database.sql(
      `select (select count(*) from post_reaction where post_id = 1 and kind = 'like')::int as rows,
            (select likes from post_count where post_id = 1)::int
              + (select coalesce(sum(likes), 0) from post_count_delta where post_id = 1)::int as counted,
            (select count(*) from plain_like)::int as plain_rows, (select likes from plain_post where id = ${BASELINE_POST})::int as baseline`,
    );
    expect(row?.['counted']).toBe(row?.['rows']);
    expect(row?.['baseline']).toBe(row?.['plain_rows']);
    expect(median).toBeGreaterThanOrEqual(MIN_RATIO);
  },
);

/** The parts of a context that flushing needs. */
function contextOf(db: Db): Context {
  return {
    db,
    tx: (work: (trx: Trx) => Promise<unknown>) => inTransaction(db, work),
    log: console,
  } as never;
}

let people = CLIENTS;

/** A reader without a like, while there are any. */
function nextReader(): number {
  people = people >= PEOPLE ? CLIENTS + 1 : people + 1;
  return people;
}

await prepare(database.sql);

async function prepare(sql: (text: string) => Promise<unknown>): Promise<void> {
  // In steps, each within the timeout of a statement, and without the trigger that writes the cards of tests.
  await sql('alter table users disable trigger store_card_of_test');
  for (let made = 0; made < PEOPLE; made += STEP)
    await sql(`insert into users (email, email_key, password_hash, created_at)
      select 'u' || n, 'u' || n, 'x', now() from generate_series(${made + 1}, ${made + STEP}) n`);
  await sql(FILL_CARDS);
  const body = '长夜'.repeat(1500);
  await sql(`insert into post (author_uid, status, title, summary, body, created_at, updated_at, published_at)
    values (1, 'approved', 't', 's', '${body}', now(), now(), now())`);
  await sql('insert into post_count (post_id) values (1)');
  await sql(BASELINE_TABLES);
  await sql(
    `insert into plain_post select ${BASELINE_POST}, title, summary, body, 0 from post where id = 1`,
  );
}

async function round(
  toggle: (uid: number) => Promise<void>,
  reader: (client: number) => number,
): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      while (performance.now() < end) {
        await toggle(reader(index));
        done++;
      }
    }),
  );
  return done;
}

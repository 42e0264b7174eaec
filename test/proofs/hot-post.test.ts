import { expect, test } from 'vitest';
import type { Context } from '../../src/context.ts';
import { type Db, openDatabase, type Trx } from '../../src/platform/db/database.ts';
import { inStatement, inTransaction } from '../../src/platform/db/transaction.ts';
import { startTicker } from '../../src/platform/jobs/ticker.ts';
import { foldCounts } from '../../src/posts/actions/fold-counts.ts';
import { pressButton } from '../../src/reactions/store.ts';
import { atEnd } from '../support/cleanup.ts';
import { openProofDatabase } from './support/database.ts';
import { printFigures } from './support/figures.ts';

const CLIENTS = 32;
const ROUND_MS = 1000;
const ROUNDS = 3;
const FOLD_MS = 500;

/**
 * PERFORMANCE: one post the whole country likes at once. Our one statement beside the plain way (the row
 * that is held, the reaction, the counter on the wide post row, one transaction), in turns on one database.
 */
test('L9 likes of one hot post: faster than the plain transaction, and exact afterwards', async () => {
  const database = await openProofDatabase();
  const { db, pool, close } = openDatabase(
    { url: database.url, role: 'lamplight_app', size: CLIENTS, name: 'hot' },
    () => {},
  );
  atEnd(close);
  await prepare(database.sql);
  // As the service does it.
  const ours = async (uid: number) => {
    const press = { post_id: 1, uid, button: 'like', press: 'toggle', now: new Date() } as const;
    await inStatement(db, (trx) => pressButton(trx, press));
  };
  const plain = async (uid: number) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const held = await client.query('select 1 from plain_like where post_id = 2 and uid = $1', [
        uid,
      ]);
      if (held.rowCount)
        await client.query('delete from plain_like where post_id = 2 and uid = $1', [uid]);
      else await client.query('insert into plain_like values (2, $1)', [uid]);
      await client.query('update plain_post set likes = likes + $1 where id = $2', [
        held.rowCount ? -1 : 1,
        2,
      ]);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  const folding = startTicker(contextOf(db), FOLD_MS, foldCounts);
  atEnd(() => folding.stop());
  await round(ours);
  await round(plain);
  const ratios: number[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const [a, b] = [await round(ours), await round(plain)];
    ratios.push(a / b);
  }
  ratios.sort((a, b) => a - b);
  const median = ratios[Math.floor(ROUNDS / 2)] ?? 0;
  printFigures('L9 hot post', {
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
            (select count(*) from plain_like)::int as plain_rows, (select likes from plain_post where id = 2)::int as plain`,
  );
  expect(row?.['counted']).toBe(row?.['rows']);
  expect(row?.['plain']).toBe(row?.['plain_rows']);
  expect(median).toBeGreaterThan(1);
});

/** All that folding asks of a context. */
function contextOf(db: Db): Context {
  return {
    db,
    tx: (work: (trx: Trx) => Promise<unknown>) => inTransaction(db, work),
    log: console,
  } as never;
}

async function prepare(sql: (text: string) => Promise<unknown>): Promise<void> {
  await sql(`insert into users (email, email_key, password_hash, created_at)
    select 'u' || n, 'u' || n, 'x', now() from generate_series(1, ${CLIENTS}) n`);
  const body = '长夜'.repeat(1500);
  await sql(`insert into post (author_uid, status, title, summary, body, created_at, updated_at, published_at)
    values (1, 'approved', 't', 's', '${body}', now(), now(), now())`);
  await sql('insert into post_count (post_id) values (1)');
  await sql(
    'create table plain_post as select 2::bigint as id, title, summary, body, 0::bigint as likes from post',
  );
  await sql('alter table plain_post add primary key (id)');
  await sql('create table plain_like (post_id bigint, uid bigint, primary key (post_id, uid))');
  await sql('grant all on plain_post, plain_like to lamplight_app');
}

async function round(press: (uid: number) => Promise<void>): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      while (performance.now() < end) {
        await press(index + 1);
        done++;
      }
    }),
  );
  return done;
}

import { setImmediate as nextTick } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startFaultProxy } from '../../../rigs/chaos/site/fault-proxy.ts';
import { openDatabase } from '../../../src/platform/db/database.ts';
import { isUnavailable } from '../../../src/platform/db/errors.ts';
import { type Params, prepareQuery } from '../../../src/platform/db/prepared.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import { openUnitOfWork } from '../../../src/platform/db/unit-of-work.ts';
import { freshDatabase } from '../../support/database.ts';
import { createWorld } from '../../support/world.ts';

/** A database behind 20 ms of latency, so that statements sent together count as one round trip. */
async function distantDatabase() {
  const url = new URL(await freshDatabase());
  const proxy = await startFaultProxy(Number(url.port), () => 0.5);
  proxy.set({ latency_ms: 20 });
  url.host = `127.0.0.1:${proxy.port}`;
  const countTrips = async (work: () => Promise<unknown>) => {
    const before = proxy.roundTrips();
    await work();
    return proxy.roundTrips() - before;
  };
  return { url: url.href, countTrips };
}

test('the statements of one Promise.all take one round trip and run in the order of the array', async () => {
  const { url, countTrips } = await distantDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'pipelined' }, () => {});
  await sql`create table letter (text text, id bigint generated always as identity)`.execute(db);
  const insertEach = (word: string) =>
    inTransaction(db, (trx) =>
      Promise.all(
        [...word].map((letter) => sql`insert into letter (text) values (${letter})`.execute(trx)),
      ),
    );
  // The first transaction also connects, and checks that the server is a primary.
  await insertEach('灯');
  expect(await countTrips(() => insertEach('火可亲'))).toBe(2);
  const { rows } = await sql`select string_agg(text, '' order by id) as word from letter`.execute(
    db,
  );
  expect(rows).toEqual([{ word: '灯火可亲' }]);
  await close();
});

test('the first failed statement is reported, and the whole transaction is rolled back', async () => {
  const { db, close } = openDatabase(
    { url: await freshDatabase(), role: '', size: 1, name: 'failing' },
    () => {},
  );
  await sql`create table word (text text primary key)`.execute(db);
  const insertAll = (words: string[]) =>
    inTransaction(db, (trx) =>
      Promise.all(words.map((word) => sql`insert into word values (${word})`.execute(trx))),
    );
  await expect(insertAll(['a', 'a', 'b'])).rejects.toMatchObject({ code: '23505' });
  const delayed = async <T>(result: Promise<T>, microtasks: number): Promise<T> =>
    microtasks === 0 ? result : await delayed(result, microtasks - 1);
  const reportedLate = inTransaction(db, (trx) =>
    Promise.all([
      delayed(sql`select 1 / 0`.execute(trx), 50),
      sql`insert into word values ('behind')`.execute(trx),
    ]),
  );
  await expect(reportedLate).rejects.toMatchObject({ code: '22012' });
  // The connection can be used again.
  await insertAll(['c']);
  const { rows } = await sql`select text from word`.execute(db);
  expect(rows).toEqual([{ text: 'c' }]);
  await close();
});

test('a statement after the rollback of its transaction is rejected', async () => {
  const { url } = await distantDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'late' }, () => {});
  await sql`create table word (text text)`.execute(db);
  let late: Promise<unknown> = Promise.resolve();
  const failing = inTransaction(db, async (trx) => {
    const failed = sql`select 1 / 0`.execute(trx);
    // By then the rollback has been sent and has not arrived.
    const inserted = failed
      .catch(() => nextTick())
      .then(() => sql`insert into word values ('too late')`.execute(trx));
    late = expect(inserted).rejects.toThrow('the transaction has ended');
    await failed;
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  await late;
  const { rows } = await sql`select text from word`.execute(db);
  expect(rows).toEqual([]);
  await close();
});

test('commitWith commits in the same round trip, and rolls back if its statement fails', async () => {
  const { url, countTrips } = await distantDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'commit' }, () => {});
  await sql`create table word (text text primary key)`.execute(db);
  const insert = prepareQuery(
    (_db, { text }: Params<{ text: string }>) => sql`insert into word values (${text})`,
  );
  const insertBoth = async (first: string, last: string) => {
    const unit = openUnitOfWork(db, async () => {});
    try {
      await unit.tx((trx) => insert(trx, { text: first }));
      await unit.tx((trx) => insert.commitWith(trx, { text: last }));
      await unit.commit();
    } catch (error) {
      await unit.rollback();
      throw error;
    }
  };
  await insertBoth('灯', '火');
  expect(await countTrips(() => insertBoth('可', '亲'))).toBe(2);
  await expect(insertBoth('读', '灯')).rejects.toMatchObject({ code: '23505' });
  const words = async () => (await sql<{ text: string }>`select text from word`.execute(db)).rows;
  expect((await words()).map((word) => word.text).join('')).toBe('灯火可亲');
  await insertBoth('书', '读');
  expect(await words()).toHaveLength(6);
  await close();
});

test('a statement behind commitWith is rejected', async () => {
  const url = await freshDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'behind' }, () => {});
  await sql`create table word (text text)`.execute(db);
  const insert = prepareQuery(
    (_db, { text }: Params<{ text: string }>) => sql`insert into word values (${text})`,
  );
  const unit = openUnitOfWork(db, async () => {});
  const behind = unit.tx((trx) =>
    Promise.all([insert.commitWith(trx, { text: 'last' }), insert(trx, { text: 'behind' })]),
  );
  await expect(behind).rejects.toThrow('the transaction has ended');
  await unit.commit();
  const { rows } = await sql`select text from word`.execute(db);
  expect(rows).toEqual([{ text: 'last' }]);
  await close();
});

test('a second tx of a unit of work is rejected while the first is running, also within it', async () => {
  const url = await freshDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 2, name: 'twice' }, () => {});
  const unit = openUnitOfWork(db, async () => {});
  const one = () => unit.tx((trx) => sql<{ one: number }>`select 1 as one`.execute(trx));
  const first = one();
  await expect(one()).rejects.toThrow('tx was called while another tx');
  expect((await first).rows).toEqual([{ one: 1 }]);
  await expect(unit.tx(one)).rejects.toThrow('tx was called while another tx');
  expect((await one()).rows).toEqual([{ one: 1 }]);
  await unit.rollback();
  await close();
});

test('a commit or rollback on a lost connection reports the database as unavailable', async () => {
  const url = await freshDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 2, name: 'lost' }, () => {});
  const unit = openUnitOfWork(db, async () => {});
  const { rows } = await unit.tx((trx) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx),
  );
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
  const reported = [
    await unit.commit().catch(isUnavailable),
    await unit.rollback().catch(isUnavailable),
  ];
  expect(reported).toEqual([true, true]);
  await close();
});

test('C10 energizing with an idempotency key takes six round trips', async () => {
  const { url, countTrips } = await distantDatabase();
  const world = await createWorld({ DATABASE_URL: url, DATABASE_POOL: '2' });
  const [author, reader] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  const { id } = (await author.post('/api/studio/posts', text)).body;
  const gift = { post_id: id, form: 'light' };
  const energize = (key: string) =>
    reader.post('/api/energy/energize', gift, { headers: { 'idempotency-key': key } });
  // The first one also checks the member in.
  expect(await energize('first')).toMatchObject({ status: 200 });
  expect(await countTrips(() => energize('second'))).toBe(6);
});

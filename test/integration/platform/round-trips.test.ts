import { setImmediate as nextTurn } from 'node:timers/promises';
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

/** A database at some distance, which is what makes a round trip one: nothing is answered before all was sent. */
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

test('what a transaction asks together travels together, in the order it was asked', async () => {
  const { url, countTrips } = await distantDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'together' }, () => {});
  await sql`create table word (said text, at bigint generated always as identity)`.execute(db);
  const say = (said: string) =>
    inTransaction(db, (trx) =>
      Promise.all(
        [...said].map((letter) => sql`insert into word (said) values (${letter})`.execute(trx)),
      ),
    );
  // With it the first time: the connection, and its look at whether the server is a primary.
  await say('灯');
  expect(await countTrips(() => say('火可亲'))).toBe(2);
  const { rows } = await sql`select string_agg(said, '' order by at) as said from word`.execute(db);
  expect(rows).toEqual([{ said: '灯火可亲' }]);
  await close();
});

test('of what was asked together the first failure is heard, and nothing is left of the rest', async () => {
  const { db, close } = openDatabase(
    { url: await freshDatabase(), role: '', size: 1, name: 'failing' },
    () => {},
  );
  await sql`create table word (said text primary key)`.execute(db);
  const say = (words: string[]) =>
    inTransaction(db, (trx) =>
      Promise.all(words.map((word) => sql`insert into word values (${word})`.execute(trx))),
    );
  await expect(say(['a', 'a', 'b'])).rejects.toMatchObject({ code: '23505' });
  const slowly = async <T>(saying: Promise<T>, turns: number): Promise<T> =>
    turns === 0 ? saying : await slowly(saying, turns - 1);
  const heardLate = inTransaction(db, (trx) =>
    Promise.all([
      slowly(sql`select 1 / 0`.execute(trx), 50),
      sql`insert into word values ('behind')`.execute(trx),
    ]),
  );
  await expect(heardLate).rejects.toMatchObject({ code: '22012' });
  // The connection is whole again for whoever comes next.
  await say(['c']);
  const { rows } = await sql`select said from word`.execute(db);
  expect(rows).toEqual([{ said: 'c' }]);
  await close();
});

test('what comes after its transaction has ended is not done', async () => {
  const { url } = await distantDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'late' }, () => {});
  await sql`create table word (said text)`.execute(db);
  let late: Promise<unknown> = Promise.resolve();
  const failing = inTransaction(db, async (trx) => {
    const failed = sql`select 1 / 0`.execute(trx);
    // By then the rollback is on its way, and not there yet.
    const said = failed
      .catch(() => nextTurn())
      .then(() => sql`insert into word values ('too late')`.execute(trx));
    late = expect(said).rejects.toThrow('the transaction has ended');
    await failed;
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
  await late;
  const { rows } = await sql`select said from word`.execute(db);
  expect(rows).toEqual([]);
  await close();
});

test('what is said last takes the commit along, and where it fails nothing of the transaction is left', async () => {
  const { url, countTrips } = await distantDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'last' }, () => {});
  await sql`create table word (said text primary key)`.execute(db);
  const insert = prepareQuery(
    (_db, { said }: Params<{ said: string }>) => sql`insert into word values (${said})`,
  );
  const end = async (first: string, last: string) => {
    const unit = openUnitOfWork(db, async () => {});
    try {
      await unit.tx((trx) => insert(trx, { said: first }));
      await unit.tx((trx) => insert(trx, { said: last }, 'last'));
      await unit.commit();
    } catch (error) {
      await unit.rollback();
      throw error;
    }
  };
  await end('灯', '火');
  expect(await countTrips(() => end('可', '亲'))).toBe(2);
  await expect(end('读', '灯')).rejects.toMatchObject({ code: '23505' });
  const said = async () => (await sql<{ said: string }>`select said from word`.execute(db)).rows;
  expect((await said()).map((word) => word.said).join('')).toBe('灯火可亲');
  await end('书', '读');
  expect(await said()).toHaveLength(6);
  await close();
});

test('what comes behind the last of a transaction is not done', async () => {
  const url = await freshDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 1, name: 'behind' }, () => {});
  await sql`create table word (said text)`.execute(db);
  const insert = prepareQuery(
    (_db, { said }: Params<{ said: string }>) => sql`insert into word values (${said})`,
  );
  const unit = openUnitOfWork(db, async () => {});
  const behind = unit.tx((trx) =>
    Promise.all([insert(trx, { said: 'last' }, 'last'), insert(trx, { said: 'behind' })]),
  );
  await expect(behind).rejects.toThrow('the transaction has ended');
  await unit.commit();
  const { rows } = await sql`select said from word`.execute(db);
  expect(rows).toEqual([{ said: 'last' }]);
  await close();
});

test('a commit whose connection was lost is a database that is away, and so is the rollback after it', async () => {
  const url = await freshDatabase();
  const { db, close } = openDatabase({ url, role: '', size: 2, name: 'lost' }, () => {});
  const unit = openUnitOfWork(db, async () => {});
  const { rows } = await unit.tx((trx) =>
    sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx),
  );
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
  const heard = [
    await unit.commit().catch(isUnavailable),
    await unit.rollback().catch(isUnavailable),
  ];
  expect(heard).toEqual([true, true]);
  await close();
});

test('C10 to give energy under a key takes six round trips', async () => {
  const { url, countTrips } = await distantDatabase();
  const world = await createWorld({ DATABASE_URL: url, DATABASE_POOL: '2' });
  const [author, reader] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
  const text = { title: '夜航', body: '<p>灯火可亲。</p>' };
  const { id } = (await author.post('/api/studio/posts', text)).body;
  const gift = { post_id: id, form: 'light' };
  const energize = (key: string) =>
    reader.post('/api/energy/energize', gift, { headers: { 'idempotency-key': key } });
  // Their first has more to do: it checks them in.
  expect(await energize('first')).toMatchObject({ status: 200 });
  expect(await countTrips(() => energize('second'))).toBe(6);
});

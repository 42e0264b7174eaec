import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Db } from '../../../src/platform/db/database.ts';
import { type Params, prepareQuery } from '../../../src/platform/db/prepared.ts';
import { createMinimalApp } from '../../support/minimal-app.ts';

const { ctx } = await createMinimalApp(() => {});

let built = 0;
afterEach(() => {
  built = 0;
});

type Range = { least: number; most: number | undefined };

function countBetween() {
  return prepareQuery((_db: Db, { least, most }: Params<Range>) => {
    built += 1;
    const end = most ? sql`and n <= ${most}` : sql``;
    return sql<{ n: number; twice: number }>`
      select n::int, ${least}::int * 2 as twice
        from generate_series(1, ${5}::int) n where n >= ${least} ${end} order by n`;
  });
}

test('a prepared query is built once, and each call sends its own values', async () => {
  const read = countBetween();
  const results = await Promise.all(
    [4, 5].map((least) => read(ctx.db, { least, most: undefined })),
  );
  expect(results).toEqual([
    [
      { n: 4, twice: 8 },
      { n: 5, twice: 8 },
    ],
    [{ n: 5, twice: 10 }],
  ]);
  expect(built).toBe(1);
});

test('an undefined value has no parameter, so each combination of defined values has its own text', async () => {
  const read = countBetween();
  const numbers = async (range: Range) => (await read(ctx.db, range)).map((row) => row.n);
  expect(await numbers({ least: 2, most: 3 })).toEqual([2, 3]);
  expect(await numbers({ least: 2, most: undefined })).toEqual([2, 3, 4, 5]);
  expect(await numbers({ most: 4, least: 4 })).toEqual([4]);
  expect(await numbers({ least: 3, most: 3 })).toEqual([3]);
  expect(built).toBeLessThanOrEqual(3);
});

test('in a transaction a prepared query sees what the transaction wrote', async () => {
  const read = prepareQuery((db: Db, { key }: Params<{ key: string }>) =>
    db.selectFrom('site_setting').select('value').where('key', '=', key),
  );
  const key = 'audit.enabled';
  expect(await read(ctx.db, { key })).toEqual([]);
  await ctx.tx(async (trx) => {
    await sql`insert into site_setting (key, value, updated_at) values (${key}, true, now())`.execute(
      trx,
    );
    expect(await read(trx, { key })).toEqual([{ value: true }]);
  });
  expect(await read(ctx.db, { key })).toEqual([{ value: true }]);
});

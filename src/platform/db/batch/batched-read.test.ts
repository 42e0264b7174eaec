import { expect, test } from 'vitest';
import type { Db } from '../database.ts';
import { coalescedRead } from './batched-read.ts';

type Started = { db: Db; input: object; rows: PromiseWithResolvers<string[]> };

/** Reads that the test completes or fails. */
function createManualRead() {
  const started: Started[] = [];
  const read = coalescedRead((db, input: { after?: Date; limit: number }) => {
    const rows = Promise.withResolvers<string[]>();
    started.push({ db, input, rows });
    return rows.promise;
  });
  return { started, read };
}

const primary = {} as Db;
const replica = {} as Db;

test('concurrent calls with equal input share a read that starts after they were made', async () => {
  const { started, read } = createManualRead();
  const running = [read(primary, { limit: 20 }), read(primary, { limit: 20 })];
  const later = [read(primary, { limit: 20 }), read(primary, { limit: 20 })];
  expect(started).toHaveLength(2);
  for (const { rows } of started) rows.resolve(['before']);
  expect(await Promise.all(running)).toEqual([['before'], ['before']]);
  expect(started).toHaveLength(3);
  started[2]?.rows.resolve(['after']);
  expect(await Promise.all(later)).toEqual([['after'], ['after']]);
});

test('calls with other input, or on another database, do not wait', () => {
  const { started, read } = createManualRead();
  void read(primary, { limit: 20 });
  void read(primary, { limit: 50 });
  void read(primary, { limit: 20, after: new Date(1) });
  void read(primary, { limit: 20, after: new Date(2) });
  void read(replica, { limit: 20 });
  expect(started.map(({ db, input }) => [db === replica, input])).toEqual([
    [false, { limit: 20 }],
    [false, { limit: 50 }],
    [false, { limit: 20, after: new Date(1) }],
    [false, { limit: 20, after: new Date(2) }],
    [true, { limit: 20 }],
  ]);
});

test('a failed read rejects its callers, and nothing of it is cached', async () => {
  const { started, read } = createManualRead();
  const first = read(primary, { limit: 20 });
  started[0]?.rows.reject(new Error('connection lost'));
  await expect(first).rejects.toThrow('connection lost');
  const next = read(primary, { limit: 20 });
  started[1]?.rows.resolve(['again']);
  expect(await next).toEqual(['again']);
});

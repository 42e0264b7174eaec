import { expect, test } from 'vitest';
import type { Db } from '../database.ts';
import { coalescedRead } from './coalesced-read.ts';

type Asked = { db: Db; values: object; answer: PromiseWithResolvers<string[]> };

function hold() {
  const asked: Asked[] = [];
  const read = coalescedRead((db, values: { after?: Date; limit: number }) => {
    const answer = Promise.withResolvers<string[]>();
    asked.push({ db, values, answer });
    return answer.promise;
  });
  return { asked, read };
}

const primary = {} as Db;
const replica = {} as Db;

test('who asks the same while it is being read shares one read that begins after they asked', async () => {
  const { asked, read } = hold();
  const underway = [read(primary, { limit: 20 }), read(primary, { limit: 20 })];
  const later = [read(primary, { limit: 20 }), read(primary, { limit: 20 })];
  expect(asked).toHaveLength(2);
  for (const { answer } of asked) answer.resolve(['before']);
  expect(await Promise.all(underway)).toEqual([['before'], ['before']]);
  expect(asked).toHaveLength(3);
  asked[2]?.answer.resolve(['after']);
  expect(await Promise.all(later)).toEqual([['after'], ['after']]);
});

test('who asks for something else, or elsewhere, waits for nobody', () => {
  const { asked, read } = hold();
  void read(primary, { limit: 20 });
  void read(primary, { limit: 50 });
  void read(primary, { limit: 20, after: new Date(1) });
  void read(primary, { limit: 20, after: new Date(2) });
  void read(replica, { limit: 20 });
  expect(asked.map(({ db, values }) => [db === replica, values])).toEqual([
    [false, { limit: 20 }],
    [false, { limit: 50 }],
    [false, { limit: 20, after: new Date(1) }],
    [false, { limit: 20, after: new Date(2) }],
    [true, { limit: 20 }],
  ]);
});

test('a read that fails is the failure of those who shared it, and nothing is kept of any', async () => {
  const { asked, read } = hold();
  const first = read(primary, { limit: 20 });
  asked[0]?.answer.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  const next = read(primary, { limit: 20 });
  asked[1]?.answer.resolve(['again']);
  expect(await next).toEqual(['again']);
});

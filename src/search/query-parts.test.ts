import { expect, test } from 'vitest';
import { partsOf } from './query-parts.ts';

test.each([
  ['榫卯做的键盘', ['键盘']],
  ['postgres deadlock', ['postgres', 'deadlock']],
  // Which other parts there are depends on the dictionary of the run time.
  ['数据库索引优化', ['索引']],
  ['"深夜 食堂" -面 author:林溪 tag:"吃 喝"', ['深夜', '食堂']],
  ['键盘', []],
  ['', []],
  ['- " :', []],
  ['a b c d e f g', ['a', 'b', 'c', 'd']],
])('the parts of %s', (query, expected) => {
  expect(partsOf(query)).toEqual(expect.arrayContaining(expected));
  if (expected.length === 0) expect(partsOf(query)).toEqual([]);
});

test('ten thousand characters give at most four parts', () => {
  expect(partsOf('灯火通明'.repeat(2500)).length).toBeLessThanOrEqual(4);
});

import { expect, test } from 'vitest';
import { countWords } from './count-words.ts';

test.each([
  ['', 0],
  ['你好，世界。', 4],
  ['Hello, world', 2],
  ['用 TypeScript 写 3 个函数', 7],
  ["it's don’t co-op", 3],
  ['第1章abc中', 5],
])('UX §3.5 %s is %i', (text, count) => {
  expect(countWords(text)).toBe(count);
});

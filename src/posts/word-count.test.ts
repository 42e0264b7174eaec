import { expect, test } from 'vitest';
import { countWords } from './word-count.ts';

test.each([
  ['', 0],
  ['<p></p>', 0],
  ['<p>你好，世界。</p>', 4],
  ['<p>Hello, world</p><p>again</p>', 3],
  ['<p>用 TypeScript 写 3 个函数</p>', 7],
  ["<p>it's don’t co-op &amp; ... - end.</p>", 4],
  ['<p>第1章abc中</p>', 5],
  ['<p><strong>加</strong>粗 <code class="language-ts">let x</code></p>', 4],
])('UX §3.5 %s is %i', (html, words) => {
  expect(countWords(html)).toBe(words);
});

import { expect, test } from 'vitest';
import { countWordsOfBody, readingMinutes } from './word-count.ts';

test.each([
  ['', 0],
  ['<p></p>', 0],
  ['<p>你好，世界。</p>', 4],
  ['<p>Hello, world</p><p>again</p>', 3],
  ['<p>用 TypeScript 写 3 个函数</p>', 7],
  ["<p>it's don’t co-op &amp; ... - end.</p>", 4],
  ['<p>第1章abc中</p>', 5],
  ['<p>𠮷野家の牛丼</p>', 6],
  ['<p><strong>加</strong>粗 <code class="language-ts">let x</code></p>', 4],
  ['<p>式 <code class="language-math">a^2 + b</code> 子</p>', 2],
  ['<pre><code class="language-math">\\sum x</code></pre>', 0],
  ['<p>字<span class="footnote">注释</span></p>', 3],
])('UX 3.5 %s is %i', (html, words) => {
  expect(countWordsOfBody(html)).toBe(words);
});

test.each([
  ['', 1],
  ['短', 1],
  ['灯'.repeat(400), 1],
  ['灯'.repeat(2000), 5],
  ['word '.repeat(1000), 5],
  [`${'灯'.repeat(800)} ${'word '.repeat(400)}`, 4],
  ['，。！？…… '.repeat(1000), 1],
])('%.12s… takes %i minutes', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});

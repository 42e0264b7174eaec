import { expect, test } from 'vitest';
import { linesOfBody } from './lines.ts';
import { sanitizeBody } from './sanitize.ts';
import { deriveSummary, linesOf, textLength } from './summary.ts';

const clean = (html: string) => sanitizeBody(html, { isOwnImage: () => true });

test.each([
  ['<h2>Title</h2><p>One\n  two<br>three</p>', 'Title One two three'],
  ['<p>a</p><pre><code>secret()</code></pre><p>b <code>c</code></p>', 'a b c'],
  ['<ul><li>a</li><li>b</li></ul>', 'a b'],
  ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
  ['<figure><img src="/a" alt="b"><figcaption>c</figcaption></figure>', 'c'],
  ['<p>1 &lt; 2 &amp;&amp; &lt;b&gt;</p>', '1 < 2 && <b>'],
  ['<pre>only code</pre>', ''],
  ['', ''],
])('D18 the summary of %j is %j', (html, expected) => {
  expect(deriveSummary(clean(html))).toBe(expected);
});

test.each([
  ['今天天气很好。我们去公园。然后回家了', 15, '今天天气很好。我们去公园。'],
  ['她说：“真的吗？”然后就走了，没有回头', 11, '她说：“真的吗？”'],
  ['It rains today. We stay at home then', 20, 'It rains today.'],
  ['Pi is about 3.14159265358979', 15, 'Pi is about…'],
  ['Hi. This is one very long sentence', 20, 'Hi. This is one…'],
  ['我们去图书馆学习数学', 8, '我们去图书馆…'],
  ['x'.repeat(30), 10, `${'x'.repeat(9)}…`],
  ['👩‍👩‍👧'.repeat(3), 8, '👩‍👩‍👧…'],
  ['𠮷'.repeat(20), 5, '𠮷𠮷𠮷𠮷…'],
])('D18 %j cut at %i is %j', (text, max, expected) => {
  expect(deriveSummary(clean(`<p>${text}</p>`), max)).toBe(expected);
});

test('D18 a summary is never longer than a summary may be, and is whole characters', () => {
  for (const unit of ['灯', '👍', 'a ', '灯火。', 'long-word-', '𠮷。', 'e\u0301']) {
    for (const max of [20, 21, 22, 299, 300]) {
      const summary = deriveSummary(clean(`<p>${unit.repeat(400)}</p>`), max);
      expect([...summary].length).toBeLessThanOrEqual(max);
      expect([...summary].length).toBeGreaterThanOrEqual(Math.floor(max / 2));
      expect(summary.isWellFormed()).toBe(true);
    }
  }
});

test('the length of a body is that of its text, code included', () => {
  expect(textLength(clean('<p>灯火 👍</p><pre>a</pre>'))).toBe(6);
  expect(textLength(clean('<p> <br></p><img src="/a" alt="b">'))).toBe(0);
});

test('Typing: a summary leaves notes out, search and comparison have them in brackets', () => {
  const body = clean(
    '<p>光速<span class="footnote">每秒</span>很快</p><ul class="task-list"><li data-checked="true">做完</li></ul>',
  );
  expect(deriveSummary(body)).toBe('光速很快 做完');
  expect(linesOf(body)).toEqual(['光速 (每秒) 很快', '做完']);
  expect(linesOfBody(body).map((line) => line.text)).toEqual(['光速[* 每秒]很快', '☑ 做完']);
});

import { expect, test } from 'vitest';
import { BODY_BYTES_MAX } from '../platform/html/limits.ts';
import { compareTexts, countChangedWords } from './compare-texts.ts';
import type { Part } from './compare-words.ts';

/** A busy machine gets the time that a page would not wait for. */
const PATIENT = { lines_ms: 60_000, words_ms: 60_000 };

function compare(before: string, after: string) {
  const text = { title: 'a title', summary: '' };
  return compareTexts(
    { before: { ...text, body: before }, after: { ...text, body: after } },
    PATIENT,
  );
}

/** Deletions in [-…-], insertions in {+…+}. */
function spell(parts: Part[] | null | undefined): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
  return (parts ?? []).map(({ kind, text }) => marks[kind].join(text)).join('');
}

function spellLines(before: string, after: string): string[] | undefined {
  return compare(before, after).lines?.map((line) => {
    if (line.kind === 'skipped') return `… ${line.count}`;
    return `${line.kind}: ${line.kind === 'changed' ? spell(line.parts) : line.text}`;
  });
}

test('an English line is compared word by word', () => {
  expect(
    spellLines('<p>The owl sleeps by day.</p>', '<p>The little owl hunts by day.</p>'),
  ).toEqual(['changed: The {+little +}owl [-sleeps-]{+hunts+} by day.']);
});

test('a Chinese line is compared by words, which no space separates', () => {
  expect(spellLines('<p>婶婶自己只采三种菌子。</p>', '<p>婶婶自己只采两种菌子。</p>')).toEqual([
    'changed: 婶婶自己只采[-三-]{+两+}种菌子。',
  ]);
});

test('a new line before a changed one is not taken for a version of it', () => {
  const before = '<p>It rained for three days in the hills.</p>';
  const after =
    '<p>Do not eat what you do not know!</p><p>It rained for two days in the hills.</p>';
  expect(spellLines(before, after)).toEqual([
    'added: Do not eat what you do not know!',
    'changed: It rained for [-three-]{+two+} days in the hills.',
  ]);
  expect(compare(before, after)).toMatchObject({
    counts: { removed: 0, added: 1, changed: 1, format: 0 },
    words: { removed: 1, added: 9 },
  });
});

test('unchanged lines far from a change are counted, not shown', () => {
  const lines = ['one', 'two', 'three', 'four', 'five'].map((word) => `<p>line ${word}</p>`);
  expect(spellLines(lines.join(''), `${lines.join('')}<p>a last word</p>`)).toEqual([
    '… 4',
    'same: line five',
    'added: a last word',
  ]);
});

test('a changed address under unchanged words is a change', () => {
  expect(
    spellLines(
      '<p>read <a href="https://a.example/">this</a></p>',
      '<p>read <a href="https://b.example/">this</a></p>',
    ),
  ).toEqual(['changed: read this (https://[-a.example-]{+b.example+}/)']);
});

test('a change of formatting alone is named as such', () => {
  expect(compare('<p>calm words</p>', '<p>calm <strong>words</strong></p>')).toMatchObject({
    only_format: true,
    counts: { removed: 0, added: 0, changed: 0, format: 1 },
    lines: [{ kind: 'format', text: 'calm words' }],
  });
  expect(compare('<p>a</p><p>b</p>', '<h2>a</h2><p>b</p>').only_format).toBe(true);
  expect(compare('<p>same</p>', '<p>same</p>')).toMatchObject({ only_format: false, lines: [] });
});

test('title and summary are compared too, and null if they stay', () => {
  const { title, summary } = compareTexts({
    before: { title: 'A small owl', summary: '', body: '' },
    after: { title: 'A big owl', summary: '', body: '' },
  });
  expect([spell(title), summary]).toEqual(['A [-small-]{+big+} owl', null]);
});

test('tags and the cover are compared where both texts name them', () => {
  const text = { title: '', summary: '', body: '' };
  const { tags, cover } = compareTexts({
    before: { ...text, tags: ['菌子', '云南'], cover: null },
    after: { ...text, tags: ['云南', '雨季'], cover: '/media/a' },
  });
  expect([tags, cover]).toEqual([{ removed: ['菌子'], added: ['雨季'] }, 'added']);
  expect(compareTexts({ before: text, after: text })).toMatchObject({ tags: null, cover: null });
});

test('elements without plain text read as lines: tables, tasks, notes, formulas, pictures', () => {
  const body =
    '<table><tbody><tr><th>名</th><th>价</th></tr><tr><td>鸡枞</td><td>90</td></tr></tbody></table>' +
    '<ul class="task-list"><li data-checked="true">洗</li><li data-checked="false">切</li></ul>' +
    '<p>牛肝菌<span class="footnote">见手青</span>，<code class="language-math">a^2</code></p>' +
    '<pre><code class="language-math">x = 1</code></pre><hr>' +
    '<figure class="missing-picture"><a href="https://a.example/x.png">菌子</a></figure>' +
    '<figure><img src="/media/b" alt="山"><figcaption>后山</figcaption></figure>' +
    '<blockquote><p>一句话</p></blockquote>';
  expect(spellLines('', body)).toEqual(
    [
      ...['名 | 价', '鸡枞 | 90', '☑ 洗', '☐ 切', '牛肝菌[* 见手青]，$a^2$', '∑ x = 1', '———'],
      ...['🖼 菌子 (https://a.example/x.png)', '🖼 山 (/media/b)', '后山', '> 一句话'],
    ].map((line) => `added: ${line}`),
  );
});

test('a ticked task is a change of the text; adding a link adds no words', () => {
  const task = (checked: boolean) =>
    `<ul class="task-list"><li data-checked="${checked}">洗干净</li></ul>`;
  expect(spellLines(task(false), task(true))).toEqual(['changed: [-☐-]{+☑+} 洗干净']);
  expect(compare('<p>读这个</p>', '<p>读<a href="https://a.example/">这个</a></p>').words).toEqual({
    removed: 0,
    added: 0,
  });
});

test('two hundred changed paragraphs in a row are compared paragraph by paragraph', () => {
  const body = (word: string) =>
    Array.from(
      { length: 200 },
      (_, at) => `<p>第${at}段：山里下了${word}天的雨，路很滑。</p>`,
    ).join('');
  const { counts, words } = compare(body('三'), body('两'));
  expect(counts).toEqual({ removed: 0, added: 0, changed: 200, format: 0 });
  // 三天 and 两天 are words of two characters.
  expect(words).toEqual({ removed: 400, added: 400 });
});

test('the words of several edits are counted until the deadline', () => {
  const bodies = ['<p>山里的雨</p>', '<p>山里的大雨</p>', '<p>two words</p>'];
  const pairs = [{ after: 0 }, { before: 0, after: 1 }, { before: 1, after: 2 }];
  expect(countChangedWords({ bodies, pairs, ms: 1_000 })).toEqual([
    { removed: 0, added: 4 },
    { removed: 1, added: 2 },
    { removed: 5, added: 2 },
  ]);
  expect(countChangedWords({ bodies, pairs, ms: -1 })).toEqual([null, null, null]);
});

test('the longest texts without a common word are compared in bounded time', () => {
  const body = (letter: string, lines: number) => {
    const size = BODY_BYTES_MAX / lines - '<p></p>'.length;
    const line = (at: number) => `${letter}${at} `.repeat(size / `${letter}${at} `.length);
    return Array.from({ length: lines }, (_, at) => `<p>${line(at)}</p>`).join('');
  };
  for (const lines of [1, 50, 2_000]) {
    const started = Date.now();
    const text = { title: 'a title', summary: '' };
    const { lines: shown } = compareTexts({
      before: { ...text, body: body('a', lines) },
      after: { ...text, body: body('b', lines) },
    });
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(shown === null || shown.length <= 2 * lines).toBe(true);
  }
});

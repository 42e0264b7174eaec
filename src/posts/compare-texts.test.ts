import { expect, test } from 'vitest';
import { BODY_BYTES_MAX } from '../platform/html/limits.ts';
import { compareTexts, type Part } from './compare-texts.ts';

function compare(before: string, after: string) {
  const text = { title: 'a title', summary: '' };
  return compareTexts({ before: { ...text, body: before }, after: { ...text, body: after } });
}

/** Deletions in [-…-], insertions in {+…+}. */
function spell(parts: Part[] | null | undefined): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'] } as const;
  return (parts ?? []).map(({ kind, text }) => marks[kind].join(text)).join('');
}

function spellLines(before: string, after: string): string[] | undefined {
  return compare(before, after).lines?.map((line) =>
    line.kind === 'skipped' ? `… ${line.count}` : `${line.kind}: ${spell(line.parts)}`,
  );
}

test('an English line is compared word by word', () => {
  expect(
    spellLines('<p>The owl sleeps by day.</p>', '<p>The little owl hunts by day.</p>'),
  ).toEqual(['removed: The owl [-sleeps-] by day.', 'added: The {+little +}owl {+hunts+} by day.']);
});

test('a Chinese line is compared by words, which no space separates', () => {
  expect(spellLines('<p>婶婶自己只采三种菌子。</p>', '<p>婶婶自己只采两种菌子。</p>')).toEqual([
    'removed: 婶婶自己只采[-三-]种菌子。',
    'added: 婶婶自己只采{+两+}种菌子。',
  ]);
});

test('a new line before a changed one is not taken for a version of it', () => {
  const before = '<p>It rained for three days in the hills.</p>';
  const after =
    '<p>Do not eat what you do not know!</p><p>It rained for two days in the hills.</p>';
  expect(spellLines(before, after)).toEqual([
    'added: {+Do not eat what you do not know!+}',
    'removed: It rained for [-three-] days in the hills.',
    'added: It rained for {+two+} days in the hills.',
  ]);
  expect(compare(before, after).counts).toEqual({ removed: 0, added: 1, changed: 1 });
});

test('unchanged lines far from a change are counted, not shown', () => {
  const lines = ['one', 'two', 'three', 'four', 'five'].map((word) => `<p>line ${word}</p>`);
  expect(spellLines(lines.join(''), `${lines.join('')}<p>a last word</p>`)).toEqual([
    '… 4',
    'same: line five',
    'added: {+a last word+}',
  ]);
});

test('a changed address under unchanged words is a change', () => {
  expect(
    spellLines(
      '<p>read <a href="https://a.example/">this</a></p>',
      '<p>read <a href="https://b.example/">this</a></p>',
    ),
  ).toEqual([
    'removed: read this (https://[-a.example-]/)',
    'added: read this (https://{+b.example+}/)',
  ]);
});

test('a change of formatting alone is named as such', () => {
  expect(compare('<p>calm words</p>', '<p>calm <strong>words</strong></p>')).toMatchObject({
    only_format: true,
    counts: { removed: 0, added: 0, changed: 0 },
  });
  expect(compare('<p>same</p>', '<p>same</p>')).toMatchObject({ only_format: false, lines: [] });
});

test('title and summary are compared too, and null if they stay', () => {
  const { title, summary } = compareTexts({
    before: { title: 'A small owl', summary: '', body: '' },
    after: { title: 'A big owl', summary: '', body: '' },
  });
  expect([spell(title), summary]).toEqual(['A [-small-]{+big+} owl', null]);
});

test('the longest texts without a common word are compared in bounded time', () => {
  const body = (letter: string, lines: number) => {
    const size = BODY_BYTES_MAX / lines - '<p></p>'.length;
    const line = (at: number) => `${letter}${at} `.repeat(size / `${letter}${at} `.length);
    return Array.from({ length: lines }, (_, at) => `<p>${line(at)}</p>`).join('');
  };
  for (const lines of [1, 50, 2_000]) {
    const started = Date.now();
    const { lines: shown } = compare(body('a', lines), body('b', lines));
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(shown === null || shown.length <= 2 * lines).toBe(true);
  }
});

import { expect, test } from 'vitest';
import {
  BANNED_PHRASES,
  BANNED_WORDS,
  describeMatch,
  EXCEPTIONS,
  SKIPPED_FILES,
  searchGlossary,
  searchText,
} from './glossary.ts';

const wordsIn = (text: string) => searchText('planted.ts', text).map(({ word }) => word);

test('no banned word occurs in src, test, rigs, scripts and docs', () => {
  expect(searchGlossary().map(describeMatch)).toEqual([]);
});

test.each(Object.keys(BANNED_WORDS))(
  'the word "%s" is found in prose and in identifiers',
  (word) => {
    const capital = word.charAt(0).toUpperCase() + word.slice(1);
    const planted = [
      `// ${capital} it.`,
      `const ${word} = 1;`,
      `read${capital}Of();`,
      `a_${word}_b`,
    ];
    for (const line of planted) expect(wordsIn(line), line).toContain(word);
  },
);

test.each(Object.keys(BANNED_PHRASES))('the phrase "%s" is found', (phrase) => {
  expect(wordsIn(`// It is ${phrase} here.`)).toContain(phrase);
});

test('an identifier is found by its words', () => {
  expect(wordsIn('const read = whenFirstAsked(load);')).toEqual(['when first asked']);
  expect(wordsIn('ctx.statement(query)')).toEqual(['ctx.statement']);
});

test('a match names its file, line, word and replacement', () => {
  expect(searchText('a.ts', 'one\n  const twin = 2;').map(describeMatch)).toEqual([
    'a.ts:2: "twin" → baseline: const twin = 2;',
  ]);
});

test.each([
  "await page.keyboard.press('Enter')",
  "getByRole('button', { pressed: true })",
  '<button aria-pressed="true">',
  "client.on('notice', log)",
  'placeholder={t.search}',
  'sorts the list in place',
  'place-items: center;',
  'select holder_id from upload_use',
  'a threshold, a folder, a walker of nodes, a holdout',
])('%s is allowed', (line) => {
  expect(wordsIn(line)).toEqual([]);
});

test('every exception has a reason', () => {
  for (const { reason } of [...EXCEPTIONS, ...SKIPPED_FILES]) expect(reason).toMatch(/\w{3}/);
});

import { expect, test } from 'vitest';
import { LOCALES, type Locale, translator } from '../platform/i18n.ts';
import {
  findNameFault,
  findSignatureFault,
  normalizeName,
  readSignature,
  readUsername,
  renameCost,
} from './rules.ts';

const times = (text: string, count: number) => text.repeat(count);

test.each([
  '灯火',
  'ab',
  'Lantern_1',
  '1号灯',
  'user1a',
  'users',
  '用户',
  '用户甲1',
  "O'Neil-Smith",
  'ＡＢ',
  '🏮🏮',
  times('灯', 20),
  times('🏮', 20),
  'éa',
])('D39 %s can be a name', (name) => {
  expect(findNameFault(name)).toBeUndefined();
});

test.each([
  ['one character', '灯'],
  ['21 characters', times('灯', 21)],
  ['21 characters of two units', times('🏮', 21)],
  ['one character in two code points, once composed', readUsername('e\u0301')],
  ['few signs that normalize to many', times('㍿', 6)],
  ['one sign that normalizes to a sentence with spaces', 'ﷺ灯'],
  ['a space', 'a b'],
  ['a wide space', '灯　火'],
  ['a no-break space', 'a\u00a0b'],
  ['a tab', 'a\tb'],
  ['a line end', 'a\nb'],
  ['a control', 'a\u0007b'],
  ['a zero-width space', 'a\u200bb'],
  ['a zero-width joiner', 'a\u200db'],
  ['a byte order mark', 'a\ufeffb'],
  ['a soft hyphen', 'a\u00adb'],
  ['a Hangul filler', 'a\u3164b'],
  ['a variation selector', 'a\ufe0fb'],
  ['a blank Braille pattern', 'a\u2800b'],
  ['an override of direction', 'a\u202eb'],
  ['an isolate', 'a\u2066b'],
  ['half a character', 'ab\ud83c'],
  ['a private character', 'ab\ue000'],
  ['an @', 'a@b'],
  ['a wide @', 'a＠b'],
  ['digits', '12345'],
  ['wide digits', '１２３'],
  ['digits in circles', '①②'],
  ['the default name', '用户123'],
  ['the default name in wide digits', '用户１２３'],
  ['the English default name', 'user123'],
  ['the English default name in another case and width', 'ＵSER123'],
  ['marks without a letter', '\u0301\u0301'],
])('D39 %s is no name', (_, name) => {
  expect(findNameFault(name)).toBeTypeOf('string');
});

test.each([
  ['灯', '2 to 20 characters'],
  ['a b', 'no white space and nothing invisible'],
  ['a@b', 'no @, which begins a mention'],
  ['\u0301\u0301', 'begins with a mark that belongs to a letter before it'],
  ['①②', 'not only digits, which would look like a uid'],
  ['user123', 'looks like a default name'],
])('D39 %j is refused with a reason', (name, why) => {
  expect(findNameFault(name)).toBe(why);
});

test('D39 marks, digits and the default name are names where something else is with them', () => {
  for (const name of ['a\u0308\u0301', 'e\u0331x', '12a', 'a12', 'xuser12', 'user12x'])
    expect(findNameFault(name)).toBeUndefined();
});

test.each(Object.keys(LOCALES) as Locale[])(
  'D10 the default name of another user cannot be chosen, in %s',
  (locale) => {
    expect(findNameFault(translator(locale)('user.unnamed', { uid: 7 }))).toBeTypeOf('string');
  },
);

test('D39 spellings of one name are one name', () => {
  for (const spelling of ['Lantern', 'LANTERN', 'ｌａｎｔｅｒｎ'])
    expect(normalizeName(spelling)).toBe('lantern');
  expect(normalizeName(readUsername(' E\u0301va '))).toBe(normalizeName('éva'));
});

test.each([
  ['', ''],
  ['   ', ''],
  ['\u200b\u2800 ', ''],
  [' 一灯如豆 ', '一灯如豆'],
  ['a  b', 'a  b'],
])('a signature %j is stored as %j', (text, stored) => {
  expect(readSignature(text)).toBe(stored);
});

test.each([
  ['', true],
  [times('灯', 80), true],
  [times('🏮', 80), true],
  ['👨‍👩‍👧 ❤️', true],
  [times('灯', 81), false],
  [times('🏮', 81), false],
  ['a\nb', false],
  ['a\u2028b', false],
  ['a\u202eb', false],
  ['a\u0000', false],
])('a signature is one line of 0 to 80 characters: %j %s', (signature, fits) => {
  expect(findSignatureFault(signature) === undefined).toBe(fits);
});

test('a signature is refused with a reason', () => {
  expect(findSignatureFault(times('灯', 81))).toBe('at most 80 characters');
  expect(findSignatureFault('a\nb')).toBe('one line of plain text');
});

test('§8 Rename: the first is free, later ones are not', () => {
  expect([renameCost(false), renameCost(true)]).toEqual([0, 6]);
});

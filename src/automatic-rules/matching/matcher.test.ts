import { expect, test } from 'vitest';
import { compileWords, isUsable } from './matcher.ts';

const WORDS = [
  { word: '代开发票', homophones: true },
  { word: '微信群', homophones: true },
  { word: 'casino', homophones: false },
  { word: 'free money', homophones: false },
  { word: '加v信', homophones: false },
  { word: '13800138000', homophones: false },
];
const matcher = compileWords(WORDS);
const found = (text: string) => matcher.find(text).map((hit) => WORDS[hit.index]?.word);

test.each([
  ['plain', '本店代开发票', '代开发票'],
  ['traditional', '代開發票', '代开发票'],
  ['separators', '代.开-发 票', '代开发票'],
  ['zero-width', '代\u200b开\u2060发\ufeff票', '代开发票'],
  ['homophones', '带开法漂', '代开发票'],
  ['pinyin', '加我 weixinqun 吧', '微信群'],
  ['full width', 'ＣＡＳＩＮＯ', 'casino'],
  ['mathematical letters', '𝐜𝐚𝐬𝐢𝐧𝐨', 'casino'],
  ['leetspeak', 'c4$1n0', 'casino'],
  ['accents', 'cásïñô', 'casino'],
  ['Cyrillic', 'саsіnо', 'casino'],
  ['spaces between all letters', 'c a s i n o', 'casino'],
  ['a phrase', 'get FREE  MONEY now', 'free money'],
  ['both scripts', '加 V 信', '加v信'],
  ['circled digits', '①③⑧⓪⓪①③⑧⓪⓪⓪', '13800138000'],
])('finds a word written with %s', (_, text, word) => {
  expect(found(text)).toContain(word);
});

test.each([
  ['another word', 'casinos and casinoland'],
  ['a sentence that ends in the word', '我等你代开。发票在桌上'],
  ['two words', 'a cas ino'],
  ['other digits', '13800138001'],
  ['far apart', '代 . . . . 开发票'],
])('does not find %s', (_, text) => {
  expect(found(text)).toEqual([]);
});

test('returns where in the text it was found', () => {
  const text = '你好，代 開 發 票！';
  const [hit] = matcher.find(text);
  expect(text.slice(hit?.start, hit?.end)).toBe('代 開 發 票');
});

test('a word without letters cannot be listed', () => {
  expect(['。', ' ', '\u200b', '代。开'].map(isUsable)).toEqual([false, false, false, false]);
  expect(['v', '13'].every(isUsable)).toBe(true);
});

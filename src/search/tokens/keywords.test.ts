import { expect, test } from 'vitest';
import { pickKeywords, similarity } from './keywords.ts';

const word = (lexeme: string, titles = 0, texts = 1) => ({ lexeme, titles, texts });
const picked = (...args: Parameters<typeof pickKeywords>) =>
  pickKeywords(...args).map(({ lexeme }) => lexeme);

test('a keyword is in the title, or often in the text', () => {
  const words = [word('once'), word('often', 0, 9), word('titled', 1, 0)];
  expect(picked(words, new Map())).toEqual(['titled', 'often', 'once']);
});

test('a word that many posts have counts less, and one that most have does not count', () => {
  const shares = new Map([
    ['post', 0.6],
    ['common', 0.1],
  ]);
  const words = [word('post', 1, 20), word('common', 1), word('rare', 1), word('the', 1, 20)];
  expect(picked(words, shares)).toEqual(['rare', 'common']);
});

test('similarity is the part of the keywords that is shared, by weight', () => {
  const keywords = [
    { lexeme: 'a', weight: 3 },
    { lexeme: 'b', weight: 1 },
  ];
  expect(similarity(keywords, ['a', 'x'])).toBe(0.75);
  expect(similarity(keywords, [])).toBe(0);
  expect(similarity([], ['a'])).toBe(0);
});

import { expect, test } from 'vitest';
import type { TrustedHtml } from '../platform/html/trusted.ts';
import { cardKind, chooseCover, isWideEnoughToLead, noteOf } from './card-kind.ts';

const noteIn = (html: string) => noteOf(html as TrustedHtml);

test.each([
  ['the least width', 600, 600, true],
  ['too narrow', 599, 400, false],
  ['the tallest', 600, 1200, true],
  ['too tall', 600, 1201, false],
  ['the longest', 2400, 1000, true],
  ['too long', 2401, 1000, false],
])('a picture becomes a cover by its size: %s', (_, width, height, suits) => {
  expect(chooseCover([{ key: 'a', width, height }]) !== undefined).toBe(suits);
});

test('the first picture that suits becomes the cover', () => {
  const pictures = [
    { key: 'small', width: 300, height: 200 },
    { key: 'strip', width: 4000, height: 300 },
    { key: 'good', width: 800, height: 600 },
    { key: 'also good', width: 1600, height: 900 },
  ];
  expect(chooseCover(pictures)?.key).toBe('good');
  expect(chooseCover([])).toBeUndefined();
});

test('only a wide cover can lead', () => {
  expect([null, 959, 960].map(isWideEnoughToLead)).toEqual([false, false, true]);
});

test('a note keeps its whole text, a line per paragraph', () => {
  expect(noteIn('<p>一 &amp; 二<br>三</p>\n<p><strong>四</strong> <a href="/x">五</a></p>')).toBe(
    '一 & 二\n三\n四 五',
  );
});

test.each([
  ['199 characters', `<p>${'字'.repeat(199)}</p>`, true],
  ['200 characters', `<p>${'字'.repeat(200)}</p>`, false],
  ['199 characters outside the basic plane', `<p>${'𠮷'.repeat(199)}</p>`, true],
  ['a picture', '<p>字</p><img src="/uploads/post/a.png" alt="">', false],
  ['code', '<p>字</p><pre><code>x</code></pre>', false],
  ['a list', '<ul><li>字</li></ul>', false],
  ['no text', '<p> </p>', false],
])('a note is a short text of paragraphs: %s', (_, html, isNote) => {
  expect(noteIn(html) !== null).toBe(isNote);
});

test('a cover comes before a note', () => {
  expect(cardKind({ picture: {}, note: '字' })).toBe('cover');
  expect(cardKind({ picture: null, note: '字' })).toBe('note');
  expect(cardKind({ picture: null, note: null })).toBe('plain');
});

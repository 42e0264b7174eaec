import { expect, test } from 'vitest';
import { absolutePictures } from './absolute-pictures.ts';
import { trust } from './trusted.ts';

test.each([
  [
    '<img alt="a" src="/uploads/1.webp">',
    '<img alt="a" src="https://site.example/uploads/1.webp">',
  ],
  ['<p>text with src="/x"</p>', '<p>text with src="/x"</p>'],
  [
    '<img alt="&lt; src=/" src="https://other.example/1">',
    '<img alt="&lt; src=/" src="https://other.example/1">',
  ],
  ['<img src="//other.example/1">', '<img src="//other.example/1">'],
])('a picture of the site gets its address: %s', (html, expected) => {
  expect(absolutePictures(trust(html), 'https://site.example')).toBe(expected);
});

import { expect, test } from 'vitest';
import { etagOf, imageKeysIn, isPictureKey, keyOf, keysIn, PURPOSES, urlOf } from './rules.ts';

test('the URL of an upload and back', () => {
  expect(urlOf('post/ab/cd.webp')).toBe('/uploads/post/ab/cd.webp');
  expect(keyOf('/uploads/post/ab/cd.webp')).toBe('post/ab/cd.webp');
  for (const src of ['', 'uploads/post/a', 'https://a/uploads/post/b', '/static/uploads/a'])
    expect(keyOf(src)).toBeUndefined();
});

test('only images of the storage are served', () => {
  expect(PURPOSES).toEqual(['post', 'comment', 'avatar']);
  for (const purpose of PURPOSES) expect(isPictureKey(`${purpose}/a.webp`)).toBe(true);
  for (const key of ['export/a.zip', 'post', 'posts/a', 'x/post/a', ''])
    expect(isPictureKey(key)).toBe(false);
});

test('D48 every upload a text may show, each once, up to the length of a key', () => {
  const html =
    '<img src="/uploads/post/a-1_b.webp"><img src=/uploads/post/a-1_b.webp>/uploads/avatar/c.png?x /uploads/POST';
  expect(keysIn(html)).toEqual(['post/a-1_b.webp', 'avatar/c.png']);
  expect(keysIn(`/uploads/${'a'.repeat(300)}`)).toEqual(['a'.repeat(200)]);
  expect(keysIn('<p>nothing</p>')).toEqual([]);
});

test('A40 the uploads that images of a sanitized text show, each once; a URL in the text shows nothing', () => {
  const shown =
    '<p><img alt="a > b" src="/uploads/post/a.webp" width="1"><img src="/uploads/post/b.png"></p>' +
    '<img src="/uploads/post/a.webp" alt="">';
  const mentioned =
    '<p>src="/uploads/post/c.png" <a href="https://elsewhere.example/uploads/d.png">x</a></p>' +
    '<pre>&#x3C;img src="/uploads/post/e.png"></pre><img alt="<img " src="/other/f.png">';
  expect(imageKeysIn(shown + mentioned)).toEqual(['post/a.webp', 'post/b.png']);
});

test('an ETag is the name of the file in quotation marks', () => {
  expect(etagOf('post/2026/01/31/ab-c_1.webp')).toBe('"ab-c_1.webp"');
});

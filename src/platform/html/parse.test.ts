import { expect, test } from 'vitest';
import { BODY_BYTES_MAX, HtmlTooComplex } from './limits.ts';
import { parseBody } from './parse.ts';

/** In one reading, where the sanitizer reads again what it wrote. */
function limitOf(html: string): string {
  try {
    parseBody(html);
  } catch (error) {
    if (!(error instanceof HtmlTooComplex)) throw error;
    expect(error.name).toBe('HtmlTooComplex');
    expect(error.message).toBe(`The HTML is too complex: ${error.limit}`);
    return error.limit;
  }
  return 'none';
}

test('ASVS 1.3.3 size: the last allowed byte and the one after', () => {
  expect(limitOf('a'.repeat(BODY_BYTES_MAX))).toBe('none');
  expect(limitOf('a'.repeat(BODY_BYTES_MAX + 1))).toBe('bytes');
});

test('ASVS 1.3.3 nodes: elements, comments and texts, also those a table does not keep', () => {
  // The parser makes three of its own.
  for (const [html, times] of [
    ['<br>', 19_997],
    ['<!---->', 19_997],
    ['a<br>', 9998],
    ['<table>a</table>', 9998],
  ] as const) {
    expect(limitOf(html.repeat(times))).toBe('none');
    expect(limitOf(html.repeat(times + 1))).toBe('nodes');
  }
});

test('ASVS 1.3.3 depth: of what is open while the tree grows, and of the tree', () => {
  for (const name of ['<blockquote>', '<template>']) {
    expect(limitOf(name.repeat(64))).toBe('none');
    expect(limitOf(name.repeat(65))).toBe('depth');
  }
  expect(limitOf('<blockquote></blockquote>'.repeat(100))).toBe('none');
  // A link in a table in a link: the parser closes the outer one, but it still contains the inner one.
  const misnested = '<a><table><a><td>'.repeat(13);
  expect(limitOf(misnested)).toBe('none');
  expect(limitOf(`${misnested}<em>`)).toBe('depth');
  expect(limitOf(`<template>${misnested}</template>`)).toBe('depth');
});

test('D26 the text a table does not keep is before it, and what needs no scripts is read', () => {
  expect(parseBody('<table>a</table>').children).toMatchObject([
    { type: 'text', value: 'a' },
    { tagName: 'table', children: [] },
  ]);
  expect(parseBody('<noscript><p>a</p></noscript>').children).toMatchObject([
    { tagName: 'noscript', children: [{ tagName: 'p' }] },
  ]);
});

test.each(['template.', 'template#x', 'TEMPLATE.a'])(
  'A15 <%s> is no template, wherever it is: an element of no meaning',
  (name) => {
    const nameless = { tagName: 'nameless', children: [{ type: 'text', value: 'a' }] };
    expect(parseBody(`<${name}>a`).children).toMatchObject([nameless]);
    expect(parseBody(`<p><${name}>a`).children).toMatchObject([{ children: [nameless] }]);
    expect(parseBody(`<template><${name}>a`).children).toMatchObject([
      { tagName: 'template', content: { children: [nameless] } },
    ]);
  },
);

test('D26 other names are left as they are', () => {
  const names = ['template', 'templates', 'x-template', 'p'];
  expect(parseBody(names.map((name) => `<${name}></${name}>`).join('')).children).toMatchObject(
    names.map((tagName) => ({ tagName })),
  );
  expect(parseBody('<x-template.a>').children).toMatchObject([{ tagName: 'x-template' }]);
});

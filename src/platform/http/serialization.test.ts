import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { encode, orNull, serializerCompiler } from './serialization.ts';
import { DateTime } from './validation.ts';

const OrNothing = Type.Union([DateTime, Type.Null()], {
  description: 'Null until published.',
});
const Author = Type.Object({ uid: Type.Integer(), name: OrNothing });
const Post = Type.Object({
  at: OrNothing,
  kind: Type.Union([Type.Enum(['post', 'edit']), Type.Null()]),
  author: Type.Union([Author, Type.Null()]),
  authors: Type.Array(Author),
  ids: Type.Union([Type.Array(Type.Integer()), Type.Null()]),
});
const write = serializerCompiler({ schema: Post, method: 'GET', url: '/', httpStatus: '200' });
const author = { uid: 1, name: null };
const AT = '2026-11-15T08:00:00.000Z';

test.each([
  { at: AT, kind: 'edit', author, authors: [author, { uid: 2, name: AT }], ids: [1] },
  { at: null, kind: null, author: null, authors: [], ids: null },
])('what may be null is written as it is, and nothing else is', (post) => {
  expect(JSON.parse(write({ ...post, secret: 'x' }))).toEqual(post);
});

test('no schema is left that would need validation to serialize', () => {
  expect(JSON.stringify(orNull(Post))).not.toContain('anyOf');
});

test.each([
  '',
  'lamp',
  '灯火'.repeat(9_000),
  `${'a'.repeat(350_000)}灯`,
  '🏮',
  '\ud83c half',
  '灯'.repeat(400_000),
])(
  'a text becomes the bytes it always becomes, and keeps them when the next is written',
  (text) => {
    const bytes = encode(text);
    encode('x'.repeat(text.length));
    expect(bytes.equals(Buffer.from(text))).toBe(true);
  },
);

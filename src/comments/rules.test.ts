import { expect, test } from 'vitest';
import { findNamings, mayDelete, readBody, splitMentions, withoutName } from './rules.ts';

test.each([
  // text → kept (D27)
  [' 好 ', '好'],
  ['a\nb', 'a\nb'],
  ['🏮'.repeat(1000), '🏮'.repeat(1000)],
  ['🏮'.repeat(1001), undefined],
  [' \u3000\n', undefined],
  ['\u200b\ufeff\u2060', undefined],
])('D27 %j is kept as %j', (text, kept) => {
  expect(readBody(text)).toBe(kept);
});

const UIDS = new Map([
  ['张三', 1],
  ['张三丰', 2],
  ['zoe', 3],
  ['二十个字的名字也是名字就看够不够长了吧啊', 4],
]);

test.each([
  // text → what is read in it (D28)
  ['@张三丰@张三', ['@张三丰', '@张三']],
  ['你好@张三你好', ['@张三']],
  ['@张 三', []],
  ['@@zoe', ['@zoe']],
  ['@ZOE @ｚｏｅ', ['@ZOE', '@ｚｏｅ']],
  ['@二十个字的名字也是名字就看够不够长了吧啊呀', ['@二十个字的名字也是名字就看够不够长了吧啊']],
  ['@🏮🏮 @', []],
])('D28 in %j the names are %j', (text, labels) => {
  const namings = findNamings(text, UIDS);
  expect(namings.map((naming) => naming.label)).toEqual(labels);
  for (const { start, label } of namings) expect(text.startsWith(label, start)).toBe(true);
});

test('D15 a name goes in every spelling, and a longer name that begins with it stays', () => {
  const mentions = [
    { uid: 1, label: '@zoe' },
    { uid: 2, label: '@zoe2' },
  ];
  expect(withoutName('@Zoe, @zoe2 和@ZOE', mentions, 1)).toBe('@用户1, @zoe2 和@用户1');
  expect(withoutName('谁也没有说', mentions, 1)).toBe('谁也没有说');
  expect([...withoutName(`@zoe${'🏮'.repeat(996)}`, mentions, 1)]).toHaveLength(1000);
});

test.each([
  [{ uid: 1, role: 'member' }, true],
  [{ uid: 2, role: 'member' }, true],
  [{ uid: 3, role: 'member' }, false],
  [{ uid: 3, role: 'admin' }, true],
  [{ uid: 3, role: 'owner' }, true],
] as const)('D27 %j may delete: %s', (viewer, may) => {
  expect(mayDelete(viewer, { author_uid: 1, post_author_uid: 2 })).toBe(may);
});

test('D28 a text is taken apart where it names those it mentions, and put together it is the same', () => {
  const mentions = [
    { uid: 1, label: '@zoe' },
    { uid: 2, label: '@用户2' },
  ];
  for (const [body, named] of [
    ['@ZOE，你好 @用户2', [1, 2]],
    ['给@zoe@zoe', [1, 1]],
    ['谁也没有说 @nobody', []],
    ['', []],
  ] as const) {
    const parts = splitMentions(body, mentions);
    expect(parts.map((part) => part.text).join('')).toBe(body);
    expect(parts.flatMap((part) => part.uid ?? [])).toEqual(named);
  }
});

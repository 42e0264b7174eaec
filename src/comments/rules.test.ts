import { expect, test } from 'vitest';
import {
  findMentions,
  isIndexedKeyword,
  labelOf,
  listPossibleNames,
  mayDelete,
  readBody,
  replaceName,
  splitMentions,
} from './rules.ts';

test.each([
  // text → stored (D27)
  [' 好 ', '好'],
  ['a\nb', 'a\nb'],
  ['🏮'.repeat(1000), '🏮'.repeat(1000)],
  ['🏮'.repeat(1001), undefined],
  [' \u3000\n', undefined],
  ['\u200b\ufeff\u2060', undefined],
])('D27 %j is stored as %j', (text, stored) => {
  expect(readBody(text)).toBe(stored);
});

const UIDS = new Map([
  ['张三', 1],
  ['张三丰', 2],
  ['zoe', 3],
  ['二十个字的名字也是名字就看够不够长了吧啊', 4],
]);

test.each([
  // text → mentions in it (D28)
  ['@张三丰@张三', ['@张三丰', '@张三']],
  ['你好@张三你好', ['@张三']],
  ['@张 三', []],
  ['@@zoe', ['@zoe']],
  ['@ZOE @ｚｏｅ', ['@ZOE', '@ｚｏｅ']],
  ['@二十个字的名字也是名字就看够不够长了吧啊呀', ['@二十个字的名字也是名字就看够不够长了吧啊']],
  ['@🏮🏮 @', []],
])('D28 in %j the names are %j', (text, labels) => {
  const namings = findMentions(text, UIDS);
  expect(namings.map((naming) => naming.label)).toEqual(labels);
  for (const { start, label } of namings) expect(text.startsWith(label, start)).toBe(true);
});

test('D15 a name goes in every spelling, and a longer name that begins with it stays', () => {
  const mentions = [
    { uid: 1, label: '@zoe' },
    { uid: 2, label: '@zoe2' },
  ];
  expect(replaceName('@Zoe, @zoe2 和@ZOE', mentions, 1)).toBe('@用户1, @zoe2 和@用户1');
  expect(replaceName('谁也没有说', mentions, 1)).toBe('谁也没有说');
  expect(replaceName('@zoe 和 @zoe。', [{ uid: 123, label: '@zoe' }], 123)).toBe(
    '@用户123 和 @用户123。',
  );
  const long = replaceName(`@zoe${'🏮'.repeat(996)}`, [{ uid: 123, label: '@zoe' }], 123);
  expect(long).toBe(`@用户123${'🏮'.repeat(994)}`);
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

test('D28 a text is split at its mentions, and the parts joined are the text', () => {
  const mentions = [
    { uid: 1, label: '@zoe' },
    { uid: 2, label: '@用户2' },
  ];
  for (const [body, named] of [
    ['@ZOE，你好 @用户2', [1, 2]],
    ['给@zoe@zoe', [1, 1]],
    ['谁也没有说 @stray', []],
    ['', []],
  ] as const) {
    const parts = splitMentions(body, mentions);
    expect(parts.map((part) => part.text).join('')).toBe(body);
    expect(parts.flatMap((part) => part.uid ?? [])).toEqual(named);
  }
});

test('D28 every possible name in the text, longest first, each once and normalized', () => {
  expect(listPossibleNames('@Zoey @zoe')).toEqual(['zoey', 'zoe', 'zo']);
  expect(listPossibleNames('@z @ @')).toEqual([]);
  expect(listPossibleNames('stray')).toEqual([]);
  for (const letter of ['灯', '🏮'])
    expect(listPossibleNames(`@${letter.repeat(30)}`)[0]).toBe(letter.repeat(20));
});

test('A41 after twenty @ signs no more names are looked for', () => {
  const uids = new Map([['zoe', 3]]);
  expect(findMentions(`${'@'.repeat(19)}@zoe`, uids)).toEqual([
    { start: 19, label: '@zoe', uid: 3 },
  ]);
  expect(findMentions(`${'@'.repeat(20)}@zoe`, uids)).toEqual([]);
});

test('D28 the parts of a text are the names and what is between them, and none is empty', () => {
  const mentions = [{ uid: 3, label: '@zoe' }];
  expect(splitMentions('@zoe 和@zoe', mentions)).toEqual([
    { text: '@zoe', uid: 3 },
    { text: ' 和', uid: null },
    { text: '@zoe', uid: 3 },
  ]);
  expect(splitMentions('@zoe@zoe！', mentions)).toEqual([
    { text: '@zoe', uid: 3 },
    { text: '@zoe', uid: 3 },
    { text: '！', uid: null },
  ]);
});

test.each([
  ['灯', false],
  ['灯火', true],
  ['🏮', false],
  ['㍿', true],
  ['e\u0301', false],
])('the index takes two characters once the keyword is normalized: %j %s', (keyword, fits) => {
  expect(isIndexedKeyword(keyword)).toBe(fits);
});

test('D10 a user without a username is labelled with the uid', () => {
  expect(labelOf({ uid: 7, username: 'zoe' })).toBe('@zoe');
  expect(labelOf({ uid: 7, username: null })).toBe('@用户7');
});

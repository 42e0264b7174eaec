import { describe, expect, test } from 'vitest';
import { translator } from '../../platform/i18n.ts';
import type { Notification } from '../schema.ts';
import { sentenceOf, sentencePartsOf, targetOf } from './sentence.ts';

const zh = { t: translator('zh-CN'), locale: 'zh-CN' } as const;
const en = { t: translator('en'), locale: 'en' } as const;
const person = (uid: number, name: string) => ({
  uid,
  name,
  username: name,
  avatar_url: null,
  level: 1,
});
const NOTIFICATION: Notification = {
  id: 1,
  kind: 'comment',
  category: 'comment',
  read: false,
  created_at: '2026-11-15T00:00:00.000Z',
  available: true,
  related_id: 5,
  actor: person(2, '阿哲'),
  post: { id: 5, title: '灯下', lang: 'zh' },
  comment_id: 9,
  excerpt: '写得好',
  excerpt_lang: 'zh',
  text: null,
  like: null,
  energy: null,
  new_posts: null,
  day: null,
};
const likes = (count: number, ...names: string[]): Notification => ({
  ...NOTIFICATION,
  kind: 'like',
  category: 'like',
  actor: null,
  comment_id: null,
  like: { count, people: names.map((name, index) => person(index + 2, name)) },
});

test('D50 the title is a part by itself, so that it has its own language', () => {
  expect(sentencePartsOf(en, NOTIFICATION)).toEqual({
    ...{ before: '阿哲 commented on “', title: '灯下', after: '”' },
  });
  const without = { ...NOTIFICATION, kind: 'follow', post: null } as const;
  expect(sentencePartsOf(zh, without)).toEqual({
    ...{ before: sentenceOf(zh, without), title: null, after: '' },
  });
});

describe('§6 the sentence of a notification', () => {
  test.each([
    [NOTIFICATION, '阿哲评论了《灯下》', '阿哲 commented on “灯下”'],
    [
      { ...NOTIFICATION, kind: 'reply' },
      '阿哲在《灯下》中回复了你',
      '阿哲 replied to you in “灯下”',
    ],
    [
      { ...NOTIFICATION, kind: 'mention' },
      '阿哲在《灯下》中提到了你',
      '阿哲 mentioned you in “灯下”',
    ],
    [{ ...NOTIFICATION, kind: 'follow', post: null }, '阿哲关注了你', '阿哲 follows you'],
  ] as [Notification, string, string][])('%#', (notification, chinese, english) => {
    expect(sentenceOf(zh, notification)).toBe(chinese);
    expect(sentenceOf(en, notification)).toBe(english);
  });

  test.each([
    [likes(1, '小林'), '小林赞了《灯下》', '小林 liked “灯下”'],
    [likes(2, '小林', '阿哲'), '小林和阿哲赞了《灯下》', '小林 and 阿哲 liked “灯下”'],
    [
      likes(12, '小林', '阿哲', '猫'),
      '小林、阿哲和另外 10 人赞了《灯下》',
      '小林, 阿哲 and 10 others liked “灯下”',
    ],
    [
      likes(3, '小林', 'Ellis'),
      '小林、Ellis 和另外 1 人赞了《灯下》',
      '小林, Ellis and 1 other liked “灯下”',
    ],
    [likes(3), '3 人赞了《灯下》', '3 people liked “灯下”'],
    [
      { ...likes(12, '小林', '阿哲', '猫'), comment_id: 9 },
      '小林、阿哲和另外 10 人赞了你的评论',
      '小林, 阿哲 and 10 others liked your comment',
    ],
  ])('D45 aggregated likes: %#', (notification, chinese, english) => {
    expect(sentenceOf(zh, notification)).toBe(chinese);
    expect(sentenceOf(en, notification)).toBe(english);
  });

  test.each([
    [{ ...NOTIFICATION, kind: 'energy', actor: null, energy: 12 }, '《灯下》收到 12 点能量'],
    [
      { ...NOTIFICATION, kind: 'author_posts', new_posts: { count: 1, tag: null } },
      '阿哲发布了《灯下》',
    ],
    [
      { ...NOTIFICATION, kind: 'author_posts', new_posts: { count: 3, tag: null } },
      '阿哲发布了 3 篇文章',
    ],
    [
      {
        ...NOTIFICATION,
        kind: 'tag_posts',
        actor: null,
        new_posts: { count: 4, tag: { name: '摄影', slug: '摄影' } },
      },
      '话题“摄影”有 4 篇新文章',
    ],
  ] as [Notification, string][])('D69 what is collected by day: %#', (notification, chinese) => {
    expect(sentenceOf(zh, notification)).toBe(chinese);
  });

  test('D44 a notification about deleted content shows nothing of it and has no link', () => {
    const gone = { ...NOTIFICATION, available: false, actor: null, post: null, excerpt: null };
    expect(sentenceOf(zh, gone)).toBe('相关内容已删除或不再公开。');
    expect(targetOf(gone, 1)).toBeNull();
  });
});

describe('§6 the link of a notification', () => {
  const system = (kind: Notification['kind']): Notification => ({
    ...NOTIFICATION,
    kind,
    category: 'system',
    actor: null,
    post: null,
    comment_id: null,
    text: '…',
  });

  test.each([
    [NOTIFICATION, '/posts/5?comment=9#comments'],
    [likes(1, '小林'), '/posts/5'],
    [{ ...likes(1, '小林'), comment_id: 9 }, '/posts/5?comment=9#comments'],
    [{ ...NOTIFICATION, kind: 'follow', post: null, comment_id: null }, '/space/2'],
    [{ ...NOTIFICATION, comment_id: null, new_posts: { count: 1, tag: null } }, '/posts/5'],
    [{ ...NOTIFICATION, comment_id: null, new_posts: { count: 2, tag: null } }, '/space/2'],
    [
      {
        ...NOTIFICATION,
        comment_id: null,
        new_posts: { count: 2, tag: { name: 'C#', slug: 'c#' } },
      },
      '/tags/c%23',
    ],
    [system('level_up'), '/space/7'],
    [system('profile_refused'), '/settings?tab=profile'],
    [system('session_reused'), '/settings?tab=sessions'],
    [system('account_unbanned'), null],
  ] as [Notification, string | null][])('%#', (notification, target) => {
    expect(targetOf(notification, 7)).toBe(target);
  });
});

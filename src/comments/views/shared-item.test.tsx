import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { LOCALES, type Locale } from '../../platform/i18n.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import type { Comment } from '../schema.ts';
import { CommentItem } from './comment-item.tsx';
import type { Commenter, DiscussionContext } from './discussion-context.ts';
import { SharedItem } from './shared-item.tsx';

const NOW = '2026-11-19T08:00:00.000Z';
const [POST_AUTHOR, AUTHOR] = [1, 2];
const NAMES = { avatar_url: null, level: 3, username: null };

const COMMENT: Comment = {
  id: 345,
  post_id: 7,
  root_id: null,
  reply_to: null,
  author: { ...NAMES, uid: AUTHOR, name: '林小灯' },
  body: 'a <b> & @林小灯\n好',
  lang: 'zh',
  image: { id: 9, url: '/uploads/comment/a.webp', width: 10, height: 20 },
  mentions: [{ uid: AUTHOR, label: '林小灯' }],
  reply_count: 2,
  like_count: 1,
  liked: false,
  pinned: false,
  created_at: '2026-11-19T07:58:00.000Z',
  edited_at: null,
};

const COMMENTS: Record<string, Comment> = {
  plain: COMMENT,
  liked: { ...COMMENT, liked: true },
  pinned: { ...COMMENT, pinned: true },
  edited: { ...COMMENT, body: 'b', edited_at: NOW },
  'renamed author': { ...COMMENT, author: { ...COMMENT.author, name: '阿哲' } },
  'by the author of the post': { ...COMMENT, author: { ...COMMENT.author, uid: POST_AUTHOR } },
  reply: {
    ...COMMENT,
    root_id: 300,
    reply_to: { id: 301, user: { ...NAMES, uid: 5, name: '"五"' } },
  },
  held: { ...COMMENT, held: 'rule' },
};

const member = (uid: number, more: Partial<Commenter> = {}): Commenter => ({
  ...{ uid, name: '读者', avatar_url: null, level: 1, exp: 1, role: 'member', status: 'active' },
  ...more,
});

const VIEWERS: Record<string, Pick<DiscussionContext, 'viewer' | 'barrier'>> = {
  'a member': { viewer: member(10), barrier: null },
  'another member': { viewer: member(11, { level: 6, name: '甲' }), barrier: null },
  'its author': { viewer: member(AUTHOR), barrier: null },
  'the author of the post': { viewer: member(POST_AUTHOR), barrier: null },
  staff: { viewer: member(12, { role: 'admin' }), barrier: null },
  'a banned member': { viewer: member(13, { status: 'banned' }), barrier: 'banned' },
  'a member, not public': { viewer: member(10), barrier: 'not_public' },
  anonymous: { viewer: null, barrier: 'anonymous' },
};

const contextOf = (locale: Locale, more: Partial<DiscussionContext>): DiscussionContext => ({
  ...{ post: { id: 7, author_uid: POST_AUTHOR }, order: 'hottest', locale, now: NOW, once: 'once' },
  ...{ viewer: null, barrier: null, marked: null, visit: { csrfToken: 'token', here: '/posts/7' } },
  t: createSectionTranslate(LOCALES[locale].comments, locale),
  ...more,
});

/** Each is rendered by itself and shared, by the same cache for all. */
function renderBoth(context: DiscussionContext, comment: Comment, isNew = false): string[] {
  const props = { context, comment, isNew, onCompose: () => {}, onRemove: () => {} };
  return [<CommentItem {...props} />, <SharedItem {...props} />].map((item) =>
    renderToString(item),
  );
}

test.each(Object.keys(VIEWERS))('%s gets the same HTML as without sharing', (name) => {
  for (const locale of ['zh-CN', 'en'] as const)
    for (const comment of Object.values(COMMENTS)) {
      const [own, shared] = renderBoth(contextOf(locale, { ...VIEWERS[name] }), comment);
      expect(shared).toBe(own);
    }
});

test('what depends on the page and the minute is not shared with other pages and minutes', () => {
  const { viewer } = VIEWERS['a member'] ?? { viewer: null };
  for (const more of [
    {},
    { now: '2026-11-19T08:30:00.000Z' },
    { visit: { csrfToken: 'other', here: '/posts/7?order=newest' } },
    { marked: COMMENT.id },
    { post: { id: 7, author_uid: AUTHOR } },
  ]) {
    const [own, shared] = renderBoth(contextOf('en', { viewer, ...more }), COMMENT);
    expect(shared).toBe(own);
  }
  const [own, shared] = renderBoth(contextOf('en', { viewer }), COMMENT, true);
  expect(shared).toBe(own);
});

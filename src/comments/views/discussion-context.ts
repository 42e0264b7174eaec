import type { comments } from '../../locales/zh-CN/comments.ts';
import type { Visitor } from '../../platform/http/page.ts';
import type { Locale } from '../../platform/i18n.ts';
import type { SectionTranslate } from '../../ui/translations.ts';

export type CommentWords = typeof comments;

/** Why somebody cannot comment here; null where they can. */
export type Barrier = 'stranger' | 'banned' | 'not_public' | null;

export type Commenter = Pick<
  Visitor,
  'uid' | 'name' | 'avatar_url' | 'level' | 'exp' | 'role' | 'status'
>;

/** What every part of a discussion knows. Plain data, because it travels to the browser. */
export type DiscussionFacts = {
  post: { id: number; author_uid: number };
  viewer: Commenter | null;
  barrier: Barrier;
  locale: Locale;
  now: string;
  /** What forms carry; `once` is new for every page, so that a form sent twice is done once. */
  visit: { csrfToken: string; here: string };
  once: string;
  /** The comment that the address leads to. */
  marked: number | null;
};

export type DiscussionContext = DiscussionFacts & { say: SectionTranslate<CommentWords> };

/** This page with other places in its address; null takes one away. */
export function positionIn(here: string, places: Record<string, string | number | null>): string {
  const [path = '', before] = here.split('?');
  const query = new URLSearchParams(before);
  for (const [name, value] of Object.entries(places)) {
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

export function addressOf(room: DiscussionFacts, commentId: number): string {
  return `/posts/${room.post.id}?comment=${commentId}#c-${commentId}`;
}

/** Where somebody comes back to after logging in. */
export function loginAddress(room: DiscussionFacts): string {
  return `/login?next=${encodeURIComponent(`/posts/${room.post.id}#comments`)}`;
}

import type { comments } from '../../locales/zh-CN/comments.ts';
import type { Visitor } from '../../platform/http/visitor.ts';
import type { Locale } from '../../platform/i18n.ts';
import type { SectionTranslate } from '../../ui/translations.ts';
import { type CommentOrder, PAGE_ORDER } from '../rules.ts';

export type CommentWords = typeof comments;

/** Why the viewer cannot comment; null if they can. */
export type Barrier = 'anonymous' | 'banned' | 'not_public' | null;

export type Commenter = Pick<
  Visitor,
  'uid' | 'name' | 'avatar_url' | 'level' | 'exp' | 'role' | 'status'
>;

/** Shared by all components of a discussion. Plain data: it is serialized for the browser. */
export type DiscussionFacts = {
  post: { id: number; author_uid: number };
  order: CommentOrder;
  viewer: Commenter | null;
  barrier: Barrier;
  locale: Locale;
  now: string;
  /** For forms. */
  visit: { csrfToken: string; here: string };
  /** An idempotency key, new for every page: a form sent twice writes one comment. */
  once: string;
  /** The comment that the URL names. */
  marked: number | null;
};

export type DiscussionContext = DiscussionFacts & { t: SectionTranslate<CommentWords> };

/** This page's URL with other query parameters; null removes one. */
export function withParams(here: string, params: Record<string, string | number | null>): string {
  const [path = '', before] = here.split('?');
  const query = new URLSearchParams(before);
  for (const [name, value] of Object.entries(params)) {
    if (value === null) query.delete(name);
    else query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

export function commentUrl(context: DiscussionFacts, commentId: number): string {
  return `/posts/${context.post.id}?comment=${commentId}#c-${commentId}`;
}

/** The page with the edit form of a comment open, which scripts open without loading. */
export function editUrl({ post }: DiscussionFacts, commentId: number): string {
  return `/posts/${post.id}?comment=${commentId}&edit=${commentId}#c-${commentId}`;
}

/** The comments from the first one on; the default order needs no parameter. */
export function orderUrl(postId: number, order: CommentOrder): string {
  return `/posts/${postId}${order === PAGE_ORDER ? '' : `?order=${order}`}#comments`;
}

/** Returns to the comments after the login. */
export function loginUrl(context: DiscussionFacts): string {
  return `/login?next=${encodeURIComponent(`/posts/${context.post.id}#comments`)}`;
}

import { jsxTemplate } from 'preact/jsx-runtime';
import { renderToString } from 'preact-render-to-string';
import { LOCALES, type Locale } from '../../platform/i18n.ts';
import { shownZone } from '../../platform/shown-zone.ts';
import { flatten } from '../../ui/memoized-html.ts';
import { formatRelativeTime } from '../../ui/time.tsx';
import { createSectionTranslate } from '../../ui/translations.ts';
import { mayDelete } from '../rules.ts';
import type { Comment } from '../schema.ts';
import { CommentItem, type CommentItemProps } from './comment-item.tsx';
import type { DiscussionContext } from './discussion-context.ts';

/** `key`: what the HTML shows besides the comment. Undefined for a comment that was rendered once, for a page alone. */
type Rendered = { key: string; html: string } | undefined;

const rendered = new WeakMap<Comment, Rendered>();

/**
 * A comment as most members see it: its HTML is rendered once for all who share the object (`posts/pages/reading-post.tsx`),
 * and is gone with it. Rendering for the others takes half as long again, so not for a page that is read once. Server only.
 */
export function SharedItem(props: CommentItemProps) {
  const { context, comment, isNew } = props;
  const { viewer, barrier, marked, locale, post, visit, now } = context;
  const sides = { author_uid: comment.author.uid, post_author_uid: post.author_uid };
  const isSpecial = isNew || marked === comment.id || comment.held !== undefined;
  if (!viewer || barrier !== null || isSpecial || mayDelete(viewer, sides))
    return <CommentItem {...props} />;
  const when = formatRelativeTime(comment.created_at, new Date(now), locale);
  const key = [locale, shownZone(), visit.here, when].join(' ');
  const known = rendered.get(comment);
  if (known?.key === key) return jsxTemplate([known.html]);
  if (!known && !rendered.has(comment)) {
    rendered.set(comment, undefined);
    return <CommentItem {...props} when={when} />;
  }
  const { here } = visit;
  const html = flatten(renderToString(<MemberItem {...{ comment, post, locale, here, when }} />));
  rendered.set(comment, { key, html });
  return jsxTemplate([html]);
}

type MemberItemProps = {
  comment: Comment;
  post: DiscussionContext['post'];
  locale: Locale;
  here: string;
  when: string;
};

/** For a member who has no rights on the comment. */
const SOMEBODY = { uid: 0, name: '', avatar_url: null, level: 0, exp: 0 };

function MemberItem({ comment, post, locale, here, when }: MemberItemProps) {
  const context: DiscussionContext = {
    ...{ post, locale, order: 'hottest', barrier: null, marked: null, now: '', once: '' },
    viewer: { ...SOMEBODY, role: 'member', status: 'active' },
    visit: { csrfToken: '', here },
    t: createSectionTranslate(LOCALES[locale].comments, locale),
  };
  const shared = { context, comment, when, isNew: false };
  return <CommentItem {...shared} onCompose={() => {}} onRemove={() => {}} />;
}

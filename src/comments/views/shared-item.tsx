import { LOCALES, type Locale } from '../../platform/i18n.ts';
import { memoizedHtml } from '../../ui/memoized-html.ts';
import { formatRelativeTime } from '../../ui/time.tsx';
import { createSectionTranslate } from '../../ui/translations.ts';
import { mayDelete } from '../rules.ts';
import type { Comment } from '../schema.ts';
import { CommentItem, type CommentItemProps } from './comment-item.tsx';
import type { DiscussionContext } from './discussion-context.ts';

/**
 * A comment as most members see it: its HTML is rendered once for all of them. The key is everything that it shows, as this
 * request has read it, so it cannot show what was edited or hidden since (D25, D55). Server only.
 */
export function SharedItem(props: CommentItemProps) {
  const { context, comment, isNew } = props;
  const { viewer, barrier, marked, locale, post, visit, now } = context;
  const sides = { author_uid: comment.author.uid, post_author_uid: post.author_uid };
  const isSpecial = isNew || marked === comment.id || comment.held !== undefined;
  if (!viewer || barrier !== null || isSpecial || mayDelete(viewer, sides) || !isReadAgain(comment))
    return <CommentItem {...props} />;
  const when = formatRelativeTime(comment.created_at, new Date(now), locale);
  return (
    <MemoizedItem comment={comment} post={post} locale={locale} here={visit.here} when={when} />
  );
}

/** How many ids of comments are stored. */
const SEEN = 20_000;
const seen = new Set<number>();

/** Rendering for the cache takes half as long again, so not for a page that is read once. */
function isReadAgain({ id }: Comment): boolean {
  if (seen.has(id)) return true;
  if (seen.size >= SEEN) seen.clear();
  seen.add(id);
  return false;
}

type MemberItemProps = {
  comment: Comment;
  post: DiscussionContext['post'];
  locale: Locale;
  here: string;
  when: string;
};

/** About seven thousand comments. */
const CHARACTERS = 16_000_000;

const MemoizedItem = memoizedHtml(MemberItem, CHARACTERS);

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

import { randomUUID } from 'node:crypto';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Island } from '../../ui/island.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import type { Discussion } from '../actions/read-discussion.ts';
import { COMMENT_ORDERS } from '../rules.ts';
import type { Comment } from '../schema.ts';
import { type DiscussionProps, DiscussionView } from './discussion.tsx';
import { type Barrier, orderUrl } from './discussion-context.ts';
import { SharedItem } from './shared-item.tsx';

/**
 * The page of a post parses `DiscussionQuery` (comments/schema.ts), calls `readDiscussion(ctx, id, query)` and passes
 * the result on: `<CommentSection visit post {...discussion} />`, with `comments` among its scripts.
 */
export type CommentSectionProps = Omit<Discussion, 'is_later_page' | 'is_missing'> & {
  /** The viewer's own comments that the staff has yet to look at. */
  held?: Comment[];
  visit: PageView;
  post: { id: number; author: { uid: number }; status: string; comment_count: number };
  is_later_page?: boolean;
  is_missing?: boolean;
};

export function CommentSection(props: CommentSectionProps) {
  const { visit, post, comments, order, thread, reply_to, edit } = props;
  const { t, locale, visitor, csrfToken, here } = visit;
  const facts = {
    post: { id: post.id, author_uid: post.author.uid },
    order,
    viewer: visitor ? commenterOf(visitor) : null,
    barrier: barrierOf(visit, post.status),
    locale,
    now: visit.now.toISOString(),
    visit: { csrfToken, here },
    once: randomUUID(),
    marked: props.marked ?? null,
  };
  return (
    <section
      class="comments"
      id="comments"
      aria-labelledby="comments-title"
      {...(visitor
        ? {
            'data-live-post': post.id,
            'data-live-words': JSON.stringify(LOCALES[locale].shell.new_comments),
          }
        : {})}
    >
      <div class="comments-head">
        <h2 id="comments-title" tabIndex={-1}>
          {t('comments.title')}
        </h2>
        {/* The browser keeps it equal to the number in the action bar. */}
        <span class="meta" data-comments>
          {post.comment_count > 0 ? formatCompact(post.comment_count, locale) : ''}
        </span>
        {post.comment_count > 1 ? (
          <nav class="segment" aria-label={t('comments.orders')}>
            {COMMENT_ORDERS.map((one) => (
              <a
                key={one}
                href={orderUrl(post.id, one)}
                {...(one === order ? { 'aria-current': 'true' as const } : {})}
              >
                {t(`comments.${one}`)}
              </a>
            ))}
          </nav>
        ) : null}
      </div>
      <Island
        name="discussion"
        of={ServerDiscussion}
        shared={SHARED}
        props={{
          facts,
          words: LOCALES[locale].comments,
          comments,
          ...(props.held?.length ? { held: props.held } : {}),
          ...(thread ? { thread } : {}),
          ...(reply_to === undefined ? {} : { reply_to }),
          ...(edit === undefined ? {} : { edit }),
          count: post.comment_count,
          is_later_page: props.is_later_page ?? false,
          is_missing: props.is_missing ?? false,
        }}
      />
    </section>
  );
}

/** The comments are the same object for most members (`posts/pages/reading-post.tsx`). */
const SHARED = ['words', 'comments'] as const;

function ServerDiscussion(props: DiscussionProps) {
  return <DiscussionView {...props} Item={SharedItem} />;
}

function commenterOf({
  uid,
  name,
  avatar_url,
  level,
  exp,
  role,
  status,
}: NonNullable<PageView['visitor']>) {
  return { uid, name, avatar_url, level, exp, role, status };
}

/** D30: only public posts accept comments, even if the viewer may see others. */
function barrierOf({ visitor }: PageView, status: string): Barrier {
  if (!visitor) return 'anonymous';
  if (visitor.status === 'banned') return 'banned';
  return status === 'approved' ? null : 'not_public';
}

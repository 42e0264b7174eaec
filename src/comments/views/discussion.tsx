import { MessageCircle } from 'lucide-static';
import { useEffect } from 'preact/hooks';
import { SEARCH_LEVEL } from '../../profiles/rules.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { createSectionTranslate } from '../../ui/translations.ts';
import type { Comment } from '../schema.ts';
import { BarrierNote } from './barrier-note.tsx';
import { LikeForm } from './comment-actions.tsx';
import { CommentItem } from './comment-item.tsx';
import { Composer } from './composer.tsx';
import {
  type CommentWords,
  commentUrl,
  type DiscussionContext,
  type DiscussionFacts,
  orderUrl,
  withParams,
} from './discussion-context.ts';
import { listAuthors, ThreadView } from './thread-view.tsx';
import { type DiscussionStart, type FocusTarget, useDiscussion } from './use-discussion.ts';

export type DiscussionProps = DiscussionStart & {
  facts: DiscussionFacts;
  words: CommentWords;
  is_later_page: boolean;
  is_missing: boolean;
  held?: Comment[];
  /** The server has one that renders faster. */
  Item?: typeof CommentItem;
};

/** The comments of a post. Rendered by the server, hydrated in the browser. */
export function DiscussionView({
  facts,
  words,
  is_later_page,
  is_missing,
  held,
  Item = CommentItem,
  ...start
}: DiscussionProps) {
  const context: DiscussionContext = { ...facts, t: createSectionTranslate(words, facts.locale) };
  const { t, viewer } = context;
  const { list, next, busy, focusTarget, onNext, ...events } = useDiscussion(context, start);
  useEffect(() => jumpToComment(context), []);
  useEffect(() => focusComment(focusTarget), [focusTarget]);
  const roots = list.map((thread) => thread.root);
  return (
    <>
      {viewer && context.barrier === null ? (
        <Composer
          context={context}
          viewer={viewer}
          // Below that level a mention notifies only people of the thread, and a root comment has no thread yet.
          people={viewer.level < SEARCH_LEVEL ? [] : listAuthors(roots, viewer.uid)}
          onSent={events.onSent}
        />
      ) : (
        <BarrierNote context={context} />
      )}
      {is_missing ? <p class="comments-note">{t('missing')}</p> : null}
      {is_later_page ? (
        <p class="comments-note">
          {t('further')} · <a href={orderUrl(context.post.id, context.order)}>{t('to_first')}</a>
        </p>
      ) : null}
      {context.barrier === null ? <LikeForm csrfToken={context.visit.csrfToken} /> : null}
      {held ? (
        <ul class="threads">
          {held.map((comment) => (
            <li key={comment.id} class="thread">
              <CommentItem
                context={context}
                comment={comment}
                isNew={false}
                onCompose={events.onCompose}
                onRemove={events.onRemove}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {list.length === 0 ? (
        <EmptyState
          icon={MessageCircle}
          title={t(context.barrier === null ? 'empty' : 'empty_reader')}
        />
      ) : (
        <ul class="threads" data-list aria-busy={busy}>
          {list.map((thread) => (
            <ThreadView
              key={thread.root.id}
              context={context}
              thread={thread}
              Item={Item}
              {...events}
              newId={focusTarget?.isNew ? focusTarget.id : null}
            />
          ))}
        </ul>
      )}
      <NextPage context={context} next={next} isEmpty={list.length === 0} onNext={onNext} />
    </>
  );
}

type NextPageProps = {
  context: DiscussionContext;
  next: string | null;
  isEmpty: boolean;
  onNext: () => void;
};

function NextPage({ context, next, isEmpty, onNext }: NextPageProps) {
  const { t, visit } = context;
  if (isEmpty) return null;
  if (next === null) return <p class="list-end">{t('end')}</p>;
  const params = {
    comments: next,
    comment: null,
    thread: null,
    replies: null,
    reply: null,
    edit: null,
  };
  return (
    <p class="list-more">
      <a
        class="button"
        href={`${withParams(visit.here, params)}#comments`}
        rel="next"
        onClick={(event) => {
          event.preventDefault();
          onNext();
        }}
      >
        {t('more')}
      </a>
    </p>
  );
}

/**
 * A notification links to `#comments` (without scripts the page stays there), with the comment marked. A URL with
 * `#c-<id>` only may name a comment of a later page; then this loads the page of that comment.
 */
function jumpToComment(context: DiscussionFacts): void {
  const { hash, search } = location;
  const id = /^#c-(\d+)/.exec(hash)?.[1];
  if (hash === '#comments')
    document.querySelector('.comment-marked')?.scrollIntoView({ block: 'nearest' });
  if (!id || search.includes(`comment=${id}`) || document.getElementById(`c-${id}`)) return;
  location.replace(commentUrl(context, Number(id)));
}

function focusComment(focusTarget: FocusTarget | null): void {
  if (!focusTarget) return;
  const comment = document.getElementById(`c-${focusTarget.id}`);
  // A new root comment leaves the focus in the composer above it; in all other cases the focused element is gone.
  if (!focusTarget.isNew || comment?.closest('.reply')) comment?.focus({ preventScroll: true });
  comment?.scrollIntoView({ block: 'nearest' });
}

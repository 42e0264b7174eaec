import { Heart } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { ActionForm } from '../../ui/action-form.tsx';
import { call } from '../../ui/client/api.ts';
import { useOptimisticState } from '../../ui/client/hooks/use-optimistic-state.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { isEditable, mayDelete, pathOf } from '../rules.ts';
import type { Comment, CommentLike } from '../schema.ts';
import { type DiscussionContext, editUrl, loginUrl, withParams } from './discussion-context.ts';
import { RemoveButton } from './remove-button.tsx';

export type ActionEvents = {
  onCompose: (comment: Comment, isEdit: boolean) => void;
  onRemove: (comment: Comment) => void;
};

type ActionProps = { context: DiscussionContext; comment: Comment };

/** Like and reply for everybody; the rest for whom it is allowed. */
export function CommentActions({ onCompose, onRemove, ...shared }: ActionProps & ActionEvents) {
  const { context, comment } = shared;
  const { t, post, viewer, barrier, visit } = context;
  const { id, author } = comment;
  const isOpen = barrier === null;
  const isOwn = viewer?.uid === author.uid;
  const sides = { author_uid: author.uid, post_author_uid: post.author_uid };
  const compose = (isEdit: boolean) => (event: Event) => {
    event.preventDefault();
    onCompose(comment, isEdit);
  };
  if (comment.held)
    return (
      <footer class="comment-actions">
        <ActionForm
          visit={visit}
          action={`${pathOf(comment)}/delete`}
          next={`/posts/${post.id}#comments`}
        >
          <button class="comment-action" type="submit">
            {t('remove')}
          </button>
        </ActionForm>
      </footer>
    );
  return (
    <footer class="comment-actions">
      <LikeButton {...shared} />
      <Guarded context={context} label={t('reply_of', { name: author.name })} content={t('reply')}>
        {(label) => (
          <a
            class="comment-action"
            href={`${withParams(visit.here, { reply: id, edit: null })}#c-${id}`}
            rel="nofollow"
            aria-label={label}
            onClick={compose(false)}
          >
            {t('reply')}
          </a>
        )}
      </Guarded>
      {isOwn && isOpen && isEditable(new Date(comment.created_at), new Date(context.now)) ? (
        <a
          class="comment-action"
          href={editUrl(context, id)}
          rel="nofollow"
          onClick={compose(true)}
        >
          {t('edit')}
        </a>
      ) : null}
      {isOpen ? <PinForm {...shared} /> : null}
      {viewer && !isOwn ? (
        <a class="comment-action" href={`/report/comment/${id}`} rel="nofollow">
          {t('report')}
        </a>
      ) : null}
      {viewer && barrier !== 'banned' && mayDelete(viewer, sides) ? (
        <RemoveButton {...shared} onRemove={onRemove} />
      ) : null}
    </footer>
  );
}

type GuardedProps = {
  context: DiscussionContext;
  label: string;
  content: ComponentChildren;
  children: (label: string) => ComponentChildren;
};

/** Whoever is not logged in gets a link to the login page, and whoever cannot a disabled button, with the same content. */
function Guarded({ context, label, content, children }: GuardedProps) {
  const { barrier } = context;
  const shared = { class: 'comment-action', 'aria-label': label };
  if (barrier === null) return <>{children(label)}</>;
  if (barrier === 'anonymous')
    return (
      <a {...shared} href={loginUrl(context)} rel="nofollow">
        {content}
      </a>
    );
  return (
    <button {...shared} type="button" disabled aria-describedby="comments-barrier">
      {content}
    </button>
  );
}

const LIKE_FORM_ID = 'likes';

/** One form for the buttons of all comments: a form for each would be a third of what the page costs. */
export function LikeForm({ csrfToken }: { csrfToken: string }) {
  return (
    <form id={LIKE_FORM_ID} method="post" data-live data-bare>
      <input type="hidden" name="csrf_token" value={csrfToken} />
    </form>
  );
}

function LikeButton({ context, comment }: ActionProps) {
  const { t, visit, locale } = context;
  const { id, author } = comment;
  const path = `${pathOf(comment)}/like`;
  const [{ liked, like_count }, want] = useOptimisticState<CommentLike>(comment, (target) =>
    call(target.liked ? 'PUT' : 'DELETE', `/api${path}`),
  );
  const content = (
    <>
      <Icon of={Heart} size={15} />
      {like_count > 0 ? formatCompact(like_count, locale) : null}
    </>
  );
  return (
    <Guarded
      context={context}
      label={t('like_of', { name: author.name, count: like_count })}
      content={content}
    >
      {(label) => (
        <button
          class="comment-action"
          type="submit"
          form={LIKE_FORM_ID}
          formaction={`${path}/${liked ? 'delete' : 'update'}`}
          name="next"
          value={`${visit.here}#c-${id}`}
          aria-label={label}
          aria-pressed={liked}
          onClick={(event) => {
            event.preventDefault();
            want({ liked: !liked, like_count: like_count + (liked ? -1 : 1) });
          }}
        >
          {content}
        </button>
      )}
    </Guarded>
  );
}

/** For the author of the post; the staff can only unpin. The page is loaded again, with the comment first. */
function PinForm({ context, comment }: ActionProps) {
  const { t, post, viewer, visit } = context;
  const { root_id, pinned } = comment;
  if (
    root_id !== null ||
    (viewer?.uid !== post.author_uid && !(pinned && viewer?.role !== 'member'))
  )
    return null;
  return (
    <ActionForm
      visit={visit}
      action={`${pathOf(comment)}/pin/${pinned ? 'delete' : 'update'}`}
      next={`/posts/${post.id}#comments`}
      data-bare
    >
      <button class="comment-action" type="submit">
        {t(pinned ? 'unpin' : 'pin')}
      </button>
    </ActionForm>
  );
}

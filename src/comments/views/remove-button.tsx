import { useEffect, useRef } from 'preact/hooks';
import { ActionForm } from '../../ui/action-form.tsx';
import { pathOf } from '../rules.ts';
import type { Comment } from '../schema.ts';
import type { DiscussionContext } from './discussion-context.ts';

type RemoveButtonProps = {
  context: DiscussionContext;
  comment: Comment;
  onRemove: (comment: Comment) => void;
};

/** With scripts the deletion can be undone for some seconds; without, a popover wants a confirmation. */
export function RemoveButton({ context, comment, onRemove }: RemoveButtonProps) {
  const { t } = context;
  const { id, root_id, author, reply_count } = comment;
  const { post } = context;
  return (
    <>
      <button
        type="button"
        class="comment-action"
        popovertarget={`remove-${id}`}
        aria-label={t('remove_of', { name: author.name })}
        onClick={(event) => {
          // Also keeps the popover closed.
          event.preventDefault();
          onRemove(comment);
        }}
      >
        {t('remove')}
      </button>
      <div id={`remove-${id}`} popover="auto" class="popover">
        <p>
          {reply_count > 0
            ? t('remove_confirm_thread', { count: reply_count })
            : t('remove_confirm')}
        </p>
        <ActionForm
          visit={context.visit}
          action={`${pathOf(comment)}/delete`}
          next={
            root_id === null
              ? `/posts/${post.id}#comments`
              : `/posts/${post.id}?comment=${root_id}#c-${root_id}`
          }
          class="comment-remove-form"
        >
          <button class="button button-danger button-small" type="submit">
            {t('remove_yes')}
          </button>
        </ActionForm>
      </div>
    </>
  );
}

type RemovedLineProps = { context: DiscussionContext; comment: Comment; onUndo: () => void };

/** Replaces the comment while the deletion can be undone. */
export function RemovedLine({ context, comment, onUndo }: RemovedLineProps) {
  const { t } = context;
  const undo = useRef<HTMLButtonElement>(null);
  // The focused delete button is gone, so the focus moves here.
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  return (
    <div class="comment-removed">
      <p role="status">
        {comment.reply_count > 0
          ? t('removing_thread', { count: comment.reply_count })
          : t('removing')}
      </p>
      <button ref={undo} type="button" class="button button-small" onClick={onUndo}>
        {t('undo')}
      </button>
      <span class="comment-removed-time" />
    </div>
  );
}

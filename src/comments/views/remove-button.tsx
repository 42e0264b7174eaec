import { Trash2 } from 'lucide-static';
import { useEffect, useRef } from 'preact/hooks';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { Comment } from '../schema.ts';
import type { DiscussionContext } from './discussion-context.ts';

type RemoveButtonProps = {
  room: DiscussionContext;
  comment: Comment;
  onRemove: (comment: Comment) => void;
};

/** With scripts it can be taken back for some seconds; without, the browser itself asks first. */
export function RemoveButton({ room, comment, onRemove }: RemoveButtonProps) {
  const { say } = room;
  const { id, root_id, author, reply_count } = comment;
  const { post } = room;
  return (
    <>
      <button
        type="button"
        class="comment-action"
        popovertarget={`remove-${id}`}
        aria-label={say('remove_of', { name: author.name })}
        onClick={(event) => {
          // Also keeps the question shut.
          event.preventDefault();
          onRemove(comment);
        }}
      >
        <Icon of={Trash2} size={14} />
        {say('remove')}
      </button>
      <div id={`remove-${id}`} popover="auto" class="popover">
        <p>
          {reply_count > 0
            ? say('remove_confirm_thread', { count: reply_count })
            : say('remove_confirm')}
        </p>
        <ActionForm
          visit={room.visit}
          action={`/comments/${id}/delete`}
          next={
            root_id === null
              ? `/posts/${post.id}#comments`
              : `/posts/${post.id}?comment=${root_id}#c-${root_id}`
          }
          class="comment-remove-form"
        >
          <button class="button button-danger button-small" type="submit">
            {say('remove_yes')}
          </button>
        </ActionForm>
      </div>
    </>
  );
}

type RemovedLineProps = { room: DiscussionContext; comment: Comment; onUndo: () => void };

/** Stands where the comment was, as long as it can be brought back. */
export function RemovedLine({ room, comment, onUndo }: RemovedLineProps) {
  const { say } = room;
  const undo = useRef<HTMLButtonElement>(null);
  // Whoever pressed the button that is gone now goes on from here.
  useEffect(() => undo.current?.focus({ preventScroll: true }), []);
  return (
    <div class="comment-removed">
      <p role="status">
        {comment.reply_count > 0
          ? say('removing_thread', { count: comment.reply_count })
          : say('removing')}
      </p>
      <button ref={undo} type="button" class="button button-small" onClick={onUndo}>
        {say('undo')}
      </button>
      <span class="comment-removed-time" />
    </div>
  );
}

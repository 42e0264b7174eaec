import type { UserCard } from '../../users/schema.ts';
import type { Comment } from '../schema.ts';
import type { ActionEvents } from './comment-actions.tsx';
import type { CommentItem } from './comment-item.tsx';
import { Composer } from './composer.tsx';
import { type DiscussionContext, withParams } from './discussion-context.ts';
import { RemovedLine } from './remove-button.tsx';
import { countHidden, isExpanded, type Thread } from './threads.ts';
import type { Composing } from './use-discussion.ts';

type ThreadEvents = ActionEvents & {
  onUndo: (id: number) => void;
  onSent: (comment: Comment) => void;
  onEdited: (comment: Comment) => void;
  onCancel: (comment: Comment) => void;
  onExpand: (thread: Thread) => void;
  onMore: (thread: Thread) => void;
  onCollapse: (thread: Thread) => void;
};

type ThreadViewProps = ThreadEvents & {
  context: DiscussionContext;
  thread: Thread;
  Item: typeof CommentItem;
  composing: Composing | null;
  removing: ReadonlySet<number>;
  newId: number | null;
};

export function ThreadView(props: ThreadViewProps) {
  const { context, thread, removing, onUndo } = props;
  const { root, head, tail } = thread;
  if (removing.has(root.id)) {
    return (
      <li class="thread">
        <RemovedLine context={context} comment={root} onUndo={() => onUndo(root.id)} />
      </li>
    );
  }
  return (
    <li class="thread">
      <Entry {...props} comment={root} />
      {root.reply_count > 0 ? (
        <ul class="replies">
          {head.map((reply) => (
            <Reply key={reply.id} {...props} comment={reply} />
          ))}
          <HiddenReplies {...props} />
          {tail.map((reply) => (
            <Reply key={reply.id} {...props} comment={reply} />
          ))}
          <MoreReplies {...props} />
        </ul>
      ) : null}
    </li>
  );
}

type EntryProps = ThreadViewProps & { comment: Comment };

function Reply(props: EntryProps) {
  const { context, comment, removing, onUndo } = props;
  return (
    <li class="reply">
      {removing.has(comment.id) ? (
        <RemovedLine context={context} comment={comment} onUndo={() => onUndo(comment.id)} />
      ) : (
        <Entry {...props} />
      )}
    </li>
  );
}

/** A comment and, if it is open, its reply or edit form. */
function Entry({ context, thread, comment, composing, newId, Item, ...events }: EntryProps) {
  const { viewer } = context;
  const isEdit = composing?.isEdit ?? false;
  return (
    <>
      <Item context={context} comment={comment} isNew={newId === comment.id} {...events} />
      {viewer &&
      context.barrier === null &&
      composing?.id === comment.id &&
      !(isEdit && viewer.uid !== comment.author.uid) ? (
        <Composer
          key={isEdit}
          context={context}
          viewer={viewer}
          target={comment}
          isEdit={isEdit}
          people={listPeople(thread, viewer.uid)}
          onSent={isEdit ? events.onEdited : events.onSent}
          onCancel={() => events.onCancel(comment)}
        />
      ) : null}
    </>
  );
}

/** Expands the replies between the first and the later ones. */
function HiddenReplies({ context, thread, onExpand }: ThreadViewProps) {
  const { root, head_next } = thread;
  const hidden = countHidden(thread);
  if (hidden === 0) return null;
  const { t, visit } = context;
  const replies = typeof head_next === 'string' ? head_next : null;
  return (
    <li class="replies-more">
      <a
        class="link-button"
        href={`${withParams(visit.here, { thread: root.id, replies, reply: null, edit: null })}#c-${root.id}`}
        onClick={(event) => {
          event.preventDefault();
          onExpand(thread);
        }}
      >
        {hidden === undefined ? t('expand_between') : t('expand', { count: hidden })}
      </a>
    </li>
  );
}

function MoreReplies({ context, thread, onMore, onCollapse }: ThreadViewProps) {
  const { root, tail_next } = thread;
  const { t, visit } = context;
  if (tail_next !== null) {
    const params = { thread: root.id, replies: tail_next, reply: null, edit: null };
    return (
      <li class="replies-more">
        <a
          class="link-button"
          href={`${withParams(visit.here, params)}#c-${root.id}`}
          onClick={(event) => {
            event.preventDefault();
            onMore(thread);
          }}
        >
          {t('more_replies')}
        </a>
      </li>
    );
  }
  if (!isExpanded(thread)) return null;
  return (
    <li class="replies-more">
      <a
        class="link-button"
        href={`${withParams(visit.here, { thread: null, replies: null, reply: null, edit: null })}#c-${root.id}`}
        onClick={(event) => {
          event.preventDefault();
          onCollapse(thread);
        }}
      >
        {t('collapse')}
      </a>
    </li>
  );
}

function listPeople({ root, head, tail }: Thread, selfUid: number): UserCard[] {
  return listAuthors([root, ...head, ...tail], selfUid);
}

/** The authors of the comments, each once, without the viewer. */
export function listAuthors(comments: Comment[], selfUid: number): UserCard[] {
  const people = new Map(comments.map(({ author }) => [author.uid, author]));
  people.delete(selfUid);
  return [...people.values()];
}

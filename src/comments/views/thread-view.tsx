import type { UserCard } from '../../users/schema.ts';
import type { Comment } from '../schema.ts';
import { type CommentEvents, CommentItem } from './comment-item.tsx';
import { Composer } from './composer.tsx';
import { type DiscussionContext, positionIn } from './discussion-context.ts';
import { RemovedLine } from './remove-button.tsx';
import { hiddenIn, isExpanded, type Thread } from './threads.ts';

type ThreadEvents = CommentEvents & {
  onUndo: (id: number) => void;
  onSent: (comment: Comment) => void;
  onCancel: (comment: Comment) => void;
  onExpand: (thread: Thread) => void;
  onMore: (thread: Thread) => void;
  onFold: (thread: Thread) => void;
};

type ThreadViewProps = ThreadEvents & {
  room: DiscussionContext;
  thread: Thread;
  replyingTo: number | null;
  leaving: ReadonlySet<number>;
  fresh: number | null;
};

export function ThreadView(props: ThreadViewProps) {
  const { room, thread, leaving, onUndo } = props;
  const { root, head, tail } = thread;
  if (leaving.has(root.id)) {
    return (
      <li class="thread">
        <RemovedLine room={room} comment={root} onUndo={() => onUndo(root.id)} />
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
          <Between {...props} />
          {tail.map((reply) => (
            <Reply key={reply.id} {...props} comment={reply} />
          ))}
          <After {...props} />
        </ul>
      ) : null}
    </li>
  );
}

type EntryProps = ThreadViewProps & { comment: Comment };

function Reply(props: EntryProps) {
  const { room, comment, leaving, onUndo } = props;
  return (
    <li class="reply">
      {leaving.has(comment.id) ? (
        <RemovedLine room={room} comment={comment} onUndo={() => onUndo(comment.id)} />
      ) : (
        <Entry {...props} />
      )}
    </li>
  );
}

/** A comment and, where it is being answered, the box for that. */
function Entry({ room, thread, comment, replyingTo, fresh, ...events }: EntryProps) {
  const { viewer } = room;
  return (
    <>
      <CommentItem room={room} comment={comment} isFresh={fresh === comment.id} {...events} />
      {viewer && room.barrier === null && replyingTo === comment.id ? (
        <Composer
          room={room}
          viewer={viewer}
          answering={comment}
          people={peopleIn(thread, viewer.uid)}
          onSent={events.onSent}
          onCancel={() => events.onCancel(comment)}
        />
      ) : null}
    </>
  );
}

/** What is folded away between the first replies and the later ones. */
function Between({ room, thread, onExpand }: ThreadViewProps) {
  const { root, head_next } = thread;
  const hidden = hiddenIn(thread);
  if (hidden === 0) return null;
  const { say, visit } = room;
  const replies = typeof head_next === 'string' ? head_next : null;
  return (
    <li class="replies-more">
      <a
        class="link-button"
        href={`${positionIn(visit.here, { thread: root.id, replies, reply: null })}#c-${root.id}`}
        onClick={(event) => {
          event.preventDefault();
          onExpand(thread);
        }}
      >
        {hidden === undefined ? say('expand_between') : say('expand', { count: hidden })}
      </a>
    </li>
  );
}

function After({ room, thread, onMore, onFold }: ThreadViewProps) {
  const { root, tail_next } = thread;
  const { say, visit } = room;
  if (tail_next !== null) {
    const place = { thread: root.id, replies: tail_next, reply: null };
    return (
      <li class="replies-more">
        <a
          class="link-button"
          href={`${positionIn(visit.here, place)}#c-${root.id}`}
          onClick={(event) => {
            event.preventDefault();
            onMore(thread);
          }}
        >
          {say('more_replies')}
        </a>
      </li>
    );
  }
  if (!isExpanded(thread)) return null;
  return (
    <li class="replies-more">
      <a
        class="link-button"
        href={`${positionIn(visit.here, { thread: null, replies: null, reply: null })}#c-${root.id}`}
        onClick={(event) => {
          event.preventDefault();
          onFold(thread);
        }}
      >
        {say('fold')}
      </a>
    </li>
  );
}

function peopleIn({ root, head, tail }: Thread, selfUid: number): UserCard[] {
  return othersAmong([root, ...head, ...tail], selfUid);
}

/** Who wrote these, each once. */
export function othersAmong(comments: Comment[], selfUid: number): UserCard[] {
  const people = new Map(comments.map(({ author }) => [author.uid, author]));
  people.delete(selfUid);
  return [...people.values()];
}

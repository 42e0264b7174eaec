import { MessageCircle } from 'lucide-static';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { Time } from '../../ui/time.tsx';
import { mayDelete } from '../rules.ts';
import type { Comment } from '../schema.ts';
import { CommentImage, type ShownImage } from './comment-image.tsx';
import { CommentText } from './comment-text.tsx';
import {
  addressOf,
  type DiscussionContext,
  loginAddress,
  positionIn,
} from './discussion-context.ts';
import { RemoveButton } from './remove-button.tsx';

export type CommentEvents = {
  onReply: (comment: Comment) => void;
  onRemove: (comment: Comment) => void;
  onShow: (image: ShownImage) => void;
};

type CommentItemProps = CommentEvents & {
  room: DiscussionContext;
  comment: Comment;
  isFresh: boolean;
};

export function CommentItem({ room, comment, isFresh, ...events }: CommentItemProps) {
  const { say, locale, post, viewer, barrier } = room;
  const { id, author, image, root_id } = comment;
  const isMarked = room.marked === id;
  const space = `/space/${author.uid}`;
  const sides = { author_uid: author.uid, post_author_uid: post.author_uid };
  return (
    <article
      id={`c-${id}`}
      class={`comment${isMarked ? ' comment-marked' : isFresh ? ' comment-fresh' : ''}`}
      aria-current={isMarked}
      tabIndex={-1}
      data-stop
      aria-label={say('of', { name: author.name })}
    >
      {/* biome-ignore lint/a11y/useAnchorContent: the name beside it leads to the same place. */}
      <a class="comment-avatar" href={space} tabIndex={-1} aria-hidden>
        <Avatar user={author} size={root_id === null ? 40 : 32} />
      </a>
      <div class="comment-main">
        <header class="comment-head">
          <a class="comment-name" href={space}>
            {author.name}
          </a>
          <LevelSeal level={author.level} />
          {author.uid === post.author_uid ? (
            <span class="tag tag-info comment-author">{say('author')}</span>
          ) : null}
          <a class="comment-time" href={addressOf(room, id)}>
            <Time at={comment.created_at} locale={locale} now={new Date(room.now)} />
          </a>
        </header>
        <CommentText room={room} comment={comment} />
        {image ? (
          <CommentImage
            room={room}
            image={{ ...image, name: author.name }}
            onShow={events.onShow}
          />
        ) : null}
        <footer class="comment-actions">
          <ReplyLink room={room} comment={comment} onReply={events.onReply} />
          {viewer && barrier !== 'banned' && mayDelete(viewer, sides) ? (
            <RemoveButton room={room} comment={comment} onRemove={events.onRemove} />
          ) : null}
        </footer>
      </div>
    </article>
  );
}

type ReplyLinkProps = {
  room: DiscussionContext;
  comment: Comment;
  onReply: (comment: Comment) => void;
};

/** Leads to this page with the box open; with scripts the box opens here. */
function ReplyLink({ room, comment, onReply }: ReplyLinkProps) {
  const { say, barrier, visit } = room;
  const { id, author } = comment;
  const label = say('reply_of', { name: author.name });
  const content = (
    <>
      <Icon of={MessageCircle} size={14} />
      {say('reply')}
    </>
  );
  if (barrier === 'stranger') {
    return (
      <a class="comment-action" href={loginAddress(room)} aria-label={label} rel="nofollow">
        {content}
      </a>
    );
  }
  if (barrier !== null) {
    return (
      <button
        type="button"
        class="comment-action"
        disabled
        aria-label={label}
        aria-describedby="comments-barrier"
      >
        {content}
      </button>
    );
  }
  return (
    <a
      class="comment-action"
      href={`${positionIn(visit.here, { reply: id })}#c-${id}`}
      rel="nofollow"
      aria-label={label}
      onClick={(event) => {
        event.preventDefault();
        onReply(comment);
      }}
    >
      {content}
    </a>
  );
}

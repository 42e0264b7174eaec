import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { Time } from '../../ui/time.tsx';
import { mayDelete } from '../rules.ts';
import type { Comment } from '../schema.ts';
import { CommentImage, type ShownImage } from './comment-image.tsx';
import { CommentText } from './comment-text.tsx';
import { commentUrl, type DiscussionContext, loginUrl, withParams } from './discussion-context.ts';
import { RemoveButton } from './remove-button.tsx';

export type CommentEvents = {
  onReply: (comment: Comment) => void;
  onRemove: (comment: Comment) => void;
  onShow: (image: ShownImage) => void;
};

type CommentItemProps = CommentEvents & {
  context: DiscussionContext;
  comment: Comment;
  isNew: boolean;
};

export function CommentItem({ context, comment, isNew, ...events }: CommentItemProps) {
  const { t, locale, post, viewer, barrier } = context;
  const { id, author, image, root_id } = comment;
  const isMarked = context.marked === id;
  const space = `/space/${author.uid}`;
  const sides = { author_uid: author.uid, post_author_uid: post.author_uid };
  return (
    <article
      id={`c-${id}`}
      class={`comment${isMarked ? ' comment-marked' : isNew ? ' comment-new' : ''}`}
      aria-current={isMarked}
      tabIndex={-1}
      data-stop
      aria-label={t('of', { name: author.name })}
    >
      {/* biome-ignore lint/a11y/useAnchorContent: the name beside it has the same link. */}
      <a class="comment-avatar" href={space} tabIndex={-1} aria-hidden>
        <Avatar user={author} size={root_id === null ? 40 : 24} />
      </a>
      <div class="comment-main">
        <header class="comment-head">
          <a class="comment-name" href={space}>
            {author.name}
          </a>
          {author.uid === post.author_uid ? (
            <span class="comment-author">{t('author')}</span>
          ) : (
            <LevelSeal level={author.level} />
          )}
          <a class="comment-time" href={commentUrl(context, id)}>
            <Time at={comment.created_at} locale={locale} now={new Date(context.now)} />
          </a>
        </header>
        <CommentText context={context} comment={comment} />
        {image ? (
          <CommentImage
            context={context}
            image={{ ...image, name: author.name }}
            onShow={events.onShow}
          />
        ) : null}
        <footer class="comment-actions">
          <ReplyLink context={context} comment={comment} onReply={events.onReply} />
          {viewer && barrier !== 'banned' && mayDelete(viewer, sides) ? (
            <RemoveButton context={context} comment={comment} onRemove={events.onRemove} />
          ) : null}
        </footer>
      </div>
    </article>
  );
}

type ReplyLinkProps = {
  context: DiscussionContext;
  comment: Comment;
  onReply: (comment: Comment) => void;
};

/** Links to this page with the reply form open; with scripts it opens without loading. */
function ReplyLink({ context, comment, onReply }: ReplyLinkProps) {
  const { t, barrier, visit } = context;
  const { id, author } = comment;
  const label = t('reply_of', { name: author.name });
  const content = t('reply');
  if (barrier === 'anonymous') {
    return (
      <a class="comment-action" href={loginUrl(context)} aria-label={label} rel="nofollow">
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
      href={`${withParams(visit.here, { reply: id })}#c-${id}`}
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

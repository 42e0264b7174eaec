import { Avatar } from '../../ui/avatar.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { formatRelativeTime, TimeWithText } from '../../ui/time.tsx';
import type { Comment } from '../schema.ts';
import { type ActionEvents, CommentActions } from './comment-actions.tsx';
import { CommentImage } from './comment-image.tsx';
import { CommentText } from './comment-text.tsx';
import { commentUrl, type DiscussionContext } from './discussion-context.ts';

export type CommentItemProps = ActionEvents & {
  context: DiscussionContext;
  comment: Comment;
  isNew: boolean;
  /** How long ago, if it is known already. */
  when?: string;
};

export function CommentItem({ context, comment, isNew, when, ...events }: CommentItemProps) {
  const { t, locale, post } = context;
  const { id, author, image, root_id, created_at } = comment;
  const isMarked = context.marked === id;
  const space = `/space/${author.uid}`;
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
            <TimeWithText
              at={created_at}
              locale={locale}
              text={when ?? formatRelativeTime(created_at, new Date(context.now), locale)}
            />
          </a>
          {comment.edited_at ? <span class="meta">{t('edited')}</span> : null}
          {comment.held ? <span class="comment-author">{t('held')}</span> : null}
          {comment.pinned ? <span class="comment-author">{t('pinned')}</span> : null}
        </header>
        <CommentText context={context} comment={comment} />
        {image ? <CommentImage context={context} image={image} name={author.name} /> : null}
        <CommentActions context={context} comment={comment} {...events} />
      </div>
    </article>
  );
}

import { splitMentions } from '../rules.ts';
import type { Comment } from '../schema.ts';
import type { DiscussionContext } from './discussion-context.ts';

/** Plain text with its line breaks; only the people it mentions are links. */
export function CommentText({
  context,
  comment,
}: {
  context: DiscussionContext;
  comment: Comment;
}) {
  const { body, lang, mentions, reply_to, root_id } = comment;
  // A reply to the root needs no name: it is directly below it.
  const target = reply_to && reply_to.id !== root_id ? reply_to : null;
  return (
    <p class="comment-text">
      {target ? (
        <span class="comment-reply-to">
          {context.t('replied')} <a href={`/space/${target.user.uid}`}>@{target.user.name}</a>
          {context.t('replied_end')}
        </span>
      ) : null}
      <span lang={lang ?? undefined}>
        {splitMentions(body, mentions).map(({ text, uid }, index) =>
          uid === null ? (
            text
          ) : (
            <a key={index} href={`/space/${uid}`}>
              {text}
            </a>
          ),
        )}
      </span>
    </p>
  );
}

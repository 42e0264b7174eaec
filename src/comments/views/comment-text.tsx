import { splitMentions } from '../rules.ts';
import type { Comment } from '../schema.ts';
import type { DiscussionContext } from './discussion-context.ts';

/** Plain text with its line breaks; only the people it mentions are links. */
export function CommentText({ room, comment }: { room: DiscussionContext; comment: Comment }) {
  const { body, mentions, reply_to, root_id } = comment;
  // Under a root it goes without saying that it is answered.
  const answered = reply_to && reply_to.id !== root_id ? reply_to : null;
  return (
    <p class="comment-text">
      {answered ? (
        <span class="comment-answered">
          {room.say('replied')} <a href={`/space/${answered.user.uid}`}>@{answered.user.name}</a>
          {room.locale === 'zh-CN' ? '：' : ': '}
        </span>
      ) : null}
      {splitMentions(body, mentions).map(({ text, uid }, index) =>
        uid === null ? (
          text
        ) : (
          <a key={index} href={`/space/${uid}`}>
            {text}
          </a>
        ),
      )}
    </p>
  );
}

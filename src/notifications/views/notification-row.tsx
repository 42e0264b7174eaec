import { Check, CircleSlash, Heart, Megaphone } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { UserCard } from '../../profiles/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Time } from '../../ui/time.tsx';
import type { Notification } from '../schema.ts';
import { sentenceOf, targetOf } from './sentence.ts';

type NotificationRowProps = {
  visit: PageView;
  message: Notification;
  /** The id of the sentence that says why it cannot be marked. */
  refusedBy: string | undefined;
};

/**
 * Following it leads there; with scripts that also marks it (`live-inbox.ts`), which a link by itself must not.
 * Everything that goes when it is read is marked `data-unread-only`.
 */
export function NotificationRow({ visit, message, refusedBy }: NotificationRowProps) {
  const { t, locale, now, visitor } = visit;
  const sentence = sentenceOf(visit, message);
  const target = targetOf(message, visitor?.uid ?? 0);
  const { id, read, excerpt, post, text } = message;
  return (
    <li class={read ? 'message' : 'message message-unread'} data-message={id}>
      <Faces message={message} />
      <div class="message-body">
        <p class="message-sentence">
          {read ? null : (
            <span class="visually-hidden" data-unread-only>
              {t('inbox.unread')}
            </span>
          )}
          {target ? (
            <a class="message-link" href={target} data-stop>
              {sentence}
            </a>
          ) : (
            <span class={message.available ? undefined : 'message-gone'}>{sentence}</span>
          )}
        </p>
        {excerpt ? <p class="message-excerpt">{excerpt}</p> : null}
        {text !== null && post ? <p class="message-excerpt">{post.title}</p> : null}
        <p class="meta">
          <Time at={message.created_at} locale={locale} now={now} />
        </p>
      </div>
      {read ? null : (
        <ActionForm visit={visit} action={`/messages/${id}/read`} class="message-mark">
          <button
            type="submit"
            class="icon-button"
            aria-label={t('inbox.mark_read_of', { sentence })}
            title={t('inbox.mark_read')}
            {...(refusedBy ? { disabled: true, 'aria-describedby': refusedBy } : {})}
          >
            <Icon of={Check} size={18} />
          </button>
        </ActionForm>
      )}
    </li>
  );
}

/** Who it is from, or what it is about where it is from nobody. */
function Faces({ message }: { message: Notification }) {
  const { actor, like, available, category } = message;
  const people = like ? like.people : actor ? [actor] : [];
  const [first, ...others] = people;
  return (
    <span class="message-faces">
      {first ? (
        <>
          <Face user={first} size={others.length > 0 ? 24 : 40} />
          {others[0] ? <Face user={others[0]} size={24} /> : null}
        </>
      ) : (
        <span class="message-icon">
          <Icon
            of={available ? (category === 'like' ? Heart : Megaphone) : CircleSlash}
            size={20}
          />
        </span>
      )}
    </span>
  );
}

/** The sentence beside it is where Tab stops; this way leads to the person. */
function Face({ user, size }: { user: UserCard; size: 24 | 40 }) {
  return (
    <a
      class="message-face"
      href={`/space/${user.uid}`}
      tabIndex={-1}
      aria-label={user.name}
      title={user.name}
    >
      <Avatar user={user} size={size} />
    </a>
  );
}

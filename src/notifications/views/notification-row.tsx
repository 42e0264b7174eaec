import { Check, CircleSlash, Hash, Heart, Megaphone, Zap } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { formatDay, Time, TimeWithText } from '../../ui/time.tsx';
import type { UserCard } from '../../users/schema.ts';
import type { Notification } from '../schema.ts';
import { sentenceOf, sentencePartsOf, targetOf } from './sentence.ts';

type NotificationRowProps = {
  visit: PageView;
  notification: Notification;
  /** The id of the sentence that explains why it cannot be marked read. */
  refusedBy: string | undefined;
};

/**
 * The link opens the subject; with scripts it also marks the notification read (`live-inbox.ts`), which a GET must
 * not do. Parts that disappear once it is read have `data-unread-only`.
 */
export function NotificationRow({ visit, notification, refusedBy }: NotificationRowProps) {
  const { t, locale, now, visitor } = visit;
  const sentence = sentenceOf(visit, notification);
  const target = targetOf(notification, visitor?.uid ?? 0);
  const { id, read, excerpt, excerpt_lang, post, text, new_posts, day, created_at } = notification;
  const shown = <Sentence visit={visit} notification={notification} />;
  return (
    <li class={read ? 'message' : 'message message-unread'} data-message={id}>
      <Faces notification={notification} />
      <div class="message-body">
        <p class="message-sentence">
          {read ? null : (
            <span class="visually-hidden" data-unread-only>
              {t('inbox.unread')}
            </span>
          )}
          {target ? (
            <a class="message-link" href={target} data-stop>
              {shown}
            </a>
          ) : (
            <span class={notification.available ? undefined : 'message-gone'}>{shown}</span>
          )}
        </p>
        {excerpt ? (
          <p class="message-excerpt" lang={langOf(excerpt_lang, locale)}>
            {excerpt}
          </p>
        ) : null}
        {post && (text !== null || (new_posts && new_posts.count > 1)) ? (
          <p class="message-excerpt" lang={langOf(post.lang, locale)}>
            {post.title}
          </p>
        ) : null}
        <p class="meta">
          {day === null ? (
            <Time at={created_at} locale={locale} now={now} />
          ) : (
            <TimeWithText
              at={created_at}
              locale={locale}
              text={formatDay(created_at, now, locale)}
            />
          )}
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

type SentenceProps = Pick<NotificationRowProps, 'visit' | 'notification'>;

/** With the language of the title, if it is not that of the page. */
function Sentence({ visit, notification }: SentenceProps) {
  const { before, title, after } = sentencePartsOf(visit, notification);
  const lang = langOf(notification.post?.lang ?? null, visit.locale);
  return (
    <>
      {before}
      {lang ? <span lang={lang}>{title}</span> : title}
      {after}
    </>
  );
}
const ICONS: Partial<Record<Notification['kind'], typeof Heart>> = {
  like: Heart,
  energy: Zap,
  tag_posts: Hash,
};

/** Avatars of the people who caused it, or an icon of its category. */
function Faces({ notification }: { notification: Notification }) {
  const { actor, like, available, kind } = notification;
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
          <Icon of={available ? (ICONS[kind] ?? Megaphone) : CircleSlash} size={20} />
        </span>
      )}
    </span>
  );
}

/** Not a Tab stop: the sentence beside it is one. */
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

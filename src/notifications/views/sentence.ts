import type { PageView } from '../../platform/http/page.ts';
import type { Notification } from '../schema.ts';

/** Named in the sentence; the rest are counted. */
const NAMED = 2;

/** What a message says, as one sentence. */
export function sentenceOf(
  { t, locale }: Pick<PageView, 't' | 'locale'>,
  message: Notification,
): string {
  const { kind, actor, post, like, text } = message;
  if (text !== null) return text;
  if (!message.available) return t('inbox.gone');
  if (like && post) return likeSentence(t, locale, like, post.title);
  const name = actor?.name ?? '';
  if (kind === 'follow') return t('inbox.follow', { name });
  if (kind === 'comment' || kind === 'reply' || kind === 'mention')
    return t(`inbox.${kind}`, { name, title: post?.title ?? '' });
  return t('inbox.gone');
}

/** D45: "A and B", or "A, B and others" with how many there are. */
function likeSentence(
  t: PageView['t'],
  locale: PageView['locale'],
  { count, people }: NonNullable<Notification['like']>,
  title: string,
): string {
  const names = people.map((person) => person.name);
  if (names.length === 0) return t('inbox.like_count', { count, title });
  if (count <= NAMED && names.length >= count)
    return t('inbox.like', { title, names: spaced(joined(names.slice(0, count), locale), locale) });
  const first = names.slice(0, NAMED).join(locale === 'en' ? ', ' : '、');
  return t('inbox.like_many', { title, count, names: spaced(first, locale) });
}

function joined(names: string[], locale: PageView['locale']): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

/** Names stand apart from the Chinese around them; English has its spaces already. */
function spaced(names: string, locale: PageView['locale']): string {
  return locale === 'en' ? names : `${names} `;
}

/** Where it leads: to the comments of the post with the comment marked (SPEC §6), the post, the person, or the setting it is about. */
export function targetOf(message: Notification, ownUid: number): string | null {
  const { kind, actor, post, comment_id } = message;
  if (!message.available) return null;
  if (post && comment_id !== null) return `/posts/${post.id}?comment=${comment_id}#comments`;
  if (post) return `/posts/${post.id}`;
  if (actor) return `/space/${actor.uid}`;
  switch (kind) {
    case 'session_reused':
      return '/settings?tab=sessions';
    case 'password_changed':
      return '/settings?tab=security';
    case 'export_ready':
      return '/settings?tab=privacy#export';
    case 'avatar_removed':
    case 'profile_accepted':
    case 'profile_refused':
      return '/settings?tab=profile';
    case 'level_up':
    case 'energy_adjusted':
      return `/space/${ownUid}`;
    default:
      return null;
  }
}

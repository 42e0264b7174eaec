import type { PageView } from '../../platform/http/page.ts';
import type { Notification } from '../schema.ts';

/** How many people the sentence names; it counts the rest. */
const NAMED = 2;

/** The notification as one sentence. */
export function sentenceOf(
  { t, locale }: Pick<PageView, 't' | 'locale'>,
  notification: Notification,
): string {
  const { kind, actor, post, like, text, comment_id } = notification;
  if (text !== null) return text;
  if (!notification.available) return t('inbox.gone');
  if (like && post) return likeSentence(t, locale, like, comment_id === null ? post.title : null);
  if (notification.energy !== null && post)
    return t('inbox.energy', { count: notification.energy, title: post.title });
  const name = spaceBeforeHan(actor?.name ?? '', locale);
  if (notification.new_posts && post) {
    const { count, tag } = notification.new_posts;
    const values = { name, tag: tag?.name ?? '', title: post.title, count };
    const sentence = tag ? 'tag_post' : 'author_post';
    return count === 1 ? t(`inbox.${sentence}`, values) : t(`inbox.${sentence}s`, values);
  }
  if (kind === 'follow') return t('inbox.follow', { name });
  if (kind === 'comment' || kind === 'reply' || kind === 'mention')
    return t(`inbox.${kind}`, { name, title: post?.title ?? '' });
  return t('inbox.gone');
}

/** A control character: no translation and no name has one. */
const SPOT = '\u0001';

/** The same, cut where the title of the post stands: the title may be in another language than the sentence. */
export function sentencePartsOf(
  visit: Pick<PageView, 't' | 'locale'>,
  notification: Notification,
): { before: string; title: string | null; after: string } {
  const { post } = notification;
  const spotted = { ...notification, post: post && { ...post, title: SPOT } };
  const [before = '', after] = sentenceOf(visit, spotted).split(SPOT);
  return { before, title: after === undefined ? null : (post?.title ?? ''), after: after ?? '' };
}

/** D45: "A and B", or "A, B and 12 others". Without a title the likes are for a comment. */
function likeSentence(
  t: PageView['t'],
  locale: PageView['locale'],
  { count, people }: NonNullable<Notification['like']>,
  title: string | null,
): string {
  const subject = title === null ? t('inbox.liked_comment') : t('inbox.liked_post', { title });
  const names = people.map((person) => person.name);
  if (names.length === 0) return t('inbox.like_count', { count, subject });
  if (count <= NAMED && names.length >= count)
    return t('inbox.like', {
      subject,
      names: spaceBeforeHan(joinNames(names.slice(0, count), locale), locale),
    });
  const named = names.slice(0, NAMED);
  const others = count - named.length;
  return t('inbox.like_many', {
    ...{ subject, count: others },
    names: spaceBeforeHan(named.join(locale === 'en' ? ', ' : '、'), locale),
  });
}

function joinNames(names: string[], locale: PageView['locale']): string {
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
}

/** Chinese text follows a Han name directly and a Latin one after a space. English sentences have their own spaces. */
function spaceBeforeHan(name: string, locale: PageView['locale']): string {
  return locale === 'zh-CN' && /[\p{Script=Latin}\p{N}]$/u.test(name) ? `${name} ` : name;
}

/** SPEC §6: links to the marked comment below its post, the post, the person, or the setting it is about. */
export function targetOf(notification: Notification, ownUid: number): string | null {
  const { kind, actor, post, comment_id, new_posts } = notification;
  if (!notification.available) return null;
  if (new_posts && new_posts.count > 1)
    return new_posts.tag
      ? `/tags/${encodeURIComponent(new_posts.tag.slug)}`
      : `/space/${actor?.uid}`;
  if (post && comment_id !== null) return `/posts/${post.id}?comment=${comment_id}#comments`;
  if (post) return `/posts/${post.id}`;
  if (actor) return `/space/${actor.uid}`;
  switch (kind) {
    case 'session_reused':
      return '/settings?tab=sessions';
    case 'password_changed':
    case 'password_removed':
    case 'passkey_added':
    case 'passkey_removed':
    case 'passkey_cloned':
    case 'passkey_step_on':
    case 'passkey_step_off':
    case 'totp_added':
    case 'totp_removed':
    case 'recovery_codes_made':
    case 'recovery_code_used':
    case 'factors_reset':
    case 'identity_linked':
    case 'identity_unlinked':
      return '/settings?tab=security';
    case 'api_token_made':
      return '/settings/api-tokens';
    case 'webhook_disabled':
      return '/admin/webhooks';
    case 'export_ready':
      return '/settings?tab=privacy#export';
    case 'series_cleared':
      return '/studio/series';
    case 'avatar_removed':
    case 'profile_held':
    case 'profile_accepted':
    case 'profile_refused':
      return '/settings?tab=profile';
    case 'account_banned':
    case 'account_banned_until':
    case 'appeal_refused':
      return '/banned';
    case 'level_up':
    case 'energy_adjusted':
      return `/space/${ownUid}`;
    default:
      return null;
  }
}

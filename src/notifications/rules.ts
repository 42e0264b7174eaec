import { LOCALES, type Messages } from '../platform/i18n.ts';

/** SPEC §6: caused by other members. D69: energy and new posts are collected by day, as likes are. */
export const SOCIAL_KINDS = [
  'comment',
  'reply',
  'mention',
  'follow',
  'like',
  'energy',
  'author_posts',
  'tag_posts',
] as const;
type SocialKind = (typeof SOCIAL_KINDS)[number];

/** Sent by the site itself. Members cannot switch them off. */
export type SystemKind = keyof Messages['system_notifications'];
export const SYSTEM_KINDS = Object.keys(LOCALES['zh-CN'].system_notifications) as SystemKind[];

export type NotificationKind = SocialKind | SystemKind;
export const KINDS: NotificationKind[] = [...SOCIAL_KINDS, ...SYSTEM_KINDS];

/** D44 */
export const GROUPS = ['system', 'mention', 'like', 'follow', 'comment'] as const;
export type Group = (typeof GROUPS)[number];
export const CATEGORIES = ['all', ...GROUPS] as const;
export type Category = (typeof CATEGORIES)[number];

/** SPEC §2: the four switches, and those of the kinds of D69. */
export const SWITCHES = [
  'comment',
  'reply',
  'like',
  'follow',
  'energy',
  'author_posts',
  'tag_posts',
] as const;
export type NotifyPrefs = Record<(typeof SWITCHES)[number], boolean>;

/** Read notifications are deleted after this. */
export const RETENTION_DAYS = 180;
/** D52: following the same member again renews the notification at most this often. */
export const RENEW_SECONDS = 3600;
/** D44: counting stops here; the page shows "99+". */
export const UNREAD_MAX = 100;
/** How much of a comment a notification shows. */
export const EXCERPT_MAX = 100;
/** D45: people an aggregated like names. */
export const NAMED_MAX = 3;
/** D45: likes are reported for this many days back, today included. */
export const LIKE_DAYS = 30;
/** D69: new posts are collected for this many days back. */
export const NEW_POST_DAYS = 7;
/** D69: the new posts of one author or tag on one day are counted up to here. */
export const NEW_POSTS_MAX = 100;
/** Days of likes read per request, newest first. No one scrolls down to the rest. */
export const LIKE_DAYS_AT_ONCE = 1000;

export function groupOf(kind: NotificationKind): Group {
  if (isSystem(kind)) return 'system';
  if (kind === 'reply') return 'comment';
  if (kind === 'energy') return 'like';
  return kind === 'author_posts' || kind === 'tag_posts' ? 'follow' : kind;
}

export function kindsIn(category: Category): NotificationKind[] {
  return category === 'all' ? KINDS : KINDS.filter((kind) => groupOf(kind) === category);
}

export function isSystem(kind: NotificationKind): kind is SystemKind {
  return !(SOCIAL_KINDS as readonly string[]).includes(kind);
}

export type Unread = Record<'total' | Group, number>;

/** Sums the counts of the kinds by group and in total, each capped at `UNREAD_MAX`. */
export function sumUnread(counts: { kind: NotificationKind; unread: number }[]): Unread {
  const sum: Unread = { total: 0, system: 0, mention: 0, like: 0, follow: 0, comment: 0 };
  for (const { kind, unread } of counts) {
    for (const name of ['total', groupOf(kind)] as const) {
      sum[name] = Math.min(sum[name] + unread, UNREAD_MAX);
    }
  }
  return sum;
}

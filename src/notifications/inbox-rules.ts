import { type NotificationKind, SOCIAL_KINDS, SYSTEM_KINDS, type SystemKind } from './rules.ts';

/** D44: counted so far; the page says "99+". */
export const UNREAD_MAX = 100;
/** How much of a comment a message shows. */
export const EXCERPT_MAX = 100;
/** D45: people an aggregated like names. */
export const NAMED_MAX = 3;
/** D45: how far back days of likes are told to who has not looked for a while, today included. */
export const LIKE_DAYS = 30;
/** Days of likes looked at for one request, the newest ones: nobody reads down to the rest. */
export const LIKE_DAYS_AT_ONCE = 1000;

/** D44 */
export const GROUPS = ['system', 'mention', 'like', 'follow', 'comment'] as const;
export type Group = (typeof GROUPS)[number];
export const CATEGORIES = ['all', ...GROUPS] as const;
export type Category = (typeof CATEGORIES)[number];

export const KINDS: NotificationKind[] = [...SOCIAL_KINDS, ...SYSTEM_KINDS];

export function groupOf(kind: NotificationKind): Group {
  if (kind === 'reply') return 'comment';
  return isSystem(kind) ? 'system' : kind;
}

export function kindsIn(category: Category): NotificationKind[] {
  return category === 'all' ? KINDS : KINDS.filter((kind) => groupOf(kind) === category);
}

export function isSystem(kind: NotificationKind): kind is SystemKind {
  return !(SOCIAL_KINDS as readonly string[]).includes(kind);
}

export type Unread = Record<'total' | Group, number>;

/** From how many of each kind, each counted up to the most we say. */
export function sumUnread(counts: { kind: NotificationKind; unread: number }[]): Unread {
  const sum: Unread = { total: 0, system: 0, mention: 0, like: 0, follow: 0, comment: 0 };
  for (const { kind, unread } of counts) {
    for (const name of ['total', groupOf(kind)] as const) {
      sum[name] = Math.min(sum[name] + unread, UNREAD_MAX);
    }
  }
  return sum;
}

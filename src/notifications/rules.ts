import { LOCALES, type Messages } from '../platform/i18n.ts';

/** How long a notice stays once it was read. */
export const RETENTION_DAYS = 180;

/** D52: how soon following again renews the notification. */
export const RENEW_SECONDS = 3600;

/** SPEC §6: what other people's doings cause. */
export const SOCIAL_KINDS = ['comment', 'reply', 'mention', 'follow', 'like'] as const;
type SocialKind = (typeof SOCIAL_KINDS)[number];

/** What the site itself tells. They have no switch: nobody can turn them off. */
export type SystemKind = keyof Messages['notices'];
export const SYSTEM_KINDS = Object.keys(LOCALES['zh-CN'].notices) as SystemKind[];

export type NotificationKind = SocialKind | SystemKind;

/** SPEC §2: the four switches. */
const SWITCHES = ['comment', 'reply', 'like', 'follow'] as const;
export type NotifyPrefs = Record<(typeof SWITCHES)[number], boolean>;

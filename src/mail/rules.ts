import type { Context } from '../context.ts';
import type { Locale, Translate } from '../platform/i18n.ts';
import type { Accent } from '../platform/site.ts';

/** Every mail that the site sends. `account`: about the account itself, so nobody can unsubscribe from it. */
export const MAIL_KINDS = {
  test: 'account',
  verify_address: 'account',
  already_registered: 'account',
  reset_password: 'account',
  change_address: 'account',
  address_changed: 'account',
  password_changed: 'account',
  new_device: 'account',
  factors_changed: 'account',
  identity_changed: 'account',
  api_token_made: 'account',
  confirm_identity: 'account',
  account_banned: 'account',
  appeal_decided: 'account',
  // To an account that was imported; an invitation to join is an `invitation_link`.
  invitation: 'account',
  invitation_link: 'account',
  digest: 'digest',
} as const satisfies Record<string, 'account' | 'digest'>;

export type MailKind = keyof typeof MAIL_KINDS;

/**
 * Who can cause a mail: `visitor` without knowing a password of the recipient, `security` only whoever uses the account.
 * Separate budgets, so that a flood of the first never suppresses the second.
 */
export type Budget = 'visitor' | 'security' | 'subscription';

export const BUDGET_OF = {
  test: 'security',
  verify_address: 'visitor',
  already_registered: 'visitor',
  reset_password: 'visitor',
  change_address: 'visitor',
  confirm_identity: 'visitor',
  address_changed: 'security',
  password_changed: 'security',
  new_device: 'security',
  factors_changed: 'security',
  identity_changed: 'security',
  account_banned: 'security',
  appeal_decided: 'security',
  api_token_made: 'security',
  // Only the operator's import sends it.
  invitation: 'security',
  // Once a day to an address, and limited for whoever sends it.
  invitation_link: 'visitor',
  digest: 'subscription',
} as const satisfies Record<MailKind, Budget>;

/** Tries per recipient and hour. */
export const HOURLY_MAX: Record<Budget, number> = { visitor: 5, security: 20, subscription: 3 };

export function kindsOf(budget: Budget): MailKind[] {
  return (Object.keys(BUDGET_OF) as MailKind[]).filter((kind) => BUDGET_OF[kind] === budget);
}

/** Older mails are not sent any more: their links have expired, and nobody expects them. */
export const MAIL_HOURS_MAX = 36;
export const MAIL_DAYS_STORED = 90;

export type MailData = Record<string, string | number | boolean | null | readonly unknown[]>;

/** What a template may use. */
export type MailView = {
  t: Translate;
  locale: Locale;
  /** Of the site, for times. */
  time_zone: string;
  /** An absolute address of this site. */
  link(path: string): string;
  /** Of the `mail_token` whose id is in the data: the text for a link, and the six digits. */
  token(id: string): Promise<{ token: string; code: string } | undefined>;
  data: MailData;
};

/** One content, rendered as text and as HTML by the same layout. */
export type MailContent = {
  subject: string;
  title: string;
  paragraphs: string[];
  code?: string;
  button?: { label: string; href: string };
  facts?: { label: string; value: string }[];
  entries?: { title: string; href: string; meta: string; text?: string }[];
  footnote?: string;
  /** Required unless the kind is about the account: RFC 8058, a POST to it without cookies unsubscribes at once. */
  unsubscribe?: { label: string; href: string };
};

/** What the layout adds to a content. */
export type MailFrame = {
  t: Translate;
  locale: Locale;
  base_url: string;
  kind: MailKind;
  /** The owner's colors; null: the product's. */
  accent: Accent | null;
  /** The owner's logo travels with the mail. */
  has_logo: boolean;
};

/** The logo within its mail. */
export const LOGO_ID = 'logo@site';

/** Undefined: there is nothing to send any more, such as a token that was used meanwhile. */
export type ComposeMail = (view: MailView) => Promise<MailContent | undefined>;

/** Of kinds whose content a higher domain reads: `app.ts` passes them to the job. They replace those of `kinds/all.ts`. */
export type DomainComposers = Partial<Record<MailKind, ComposeFromDomain>>;
export type ComposeFromDomain = (ctx: Context, view: MailView) => Promise<MailContent | undefined>;

const SUBJECT_MAX = 200;

/** One line: a line break would begin another header. */
export function cleanSubject(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, SUBJECT_MAX)
    .toWellFormed();
}

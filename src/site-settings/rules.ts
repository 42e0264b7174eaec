/** The type of a setting (SPEC §2 has only switches), its default, and the message that describes it. */
type Setting = { type: 'boolean'; default: boolean; description: `setup.${string}` };

/** All settings, with the value of a fresh install. No other key can be stored. */
export const SITE_SETTINGS = {
  /** SPEC §2: the review switch. D49: off until the owner decides. */
  'audit.enabled': { type: 'boolean', default: false, description: 'setup.audit' },
  /** D63: no effect on a site that sends no mail. */
  'posts.verified_address_required': {
    type: 'boolean',
    default: false,
    description: 'setup.verified_address',
  },
  /** D62: rounded, on the page of a post and in lists. */
  'posts.reads_shown': { type: 'boolean', default: false, description: 'setup.reads_shown' },
  /** D64. Only an owner who has a second factor switches it on. */
  'staff.second_factor_required': {
    type: 'boolean',
    default: false,
    description: 'setup.staff_factor',
  },
} as const satisfies Record<string, Setting>;

export type SiteSetting = keyof typeof SITE_SETTINGS;

export const SITE_SETTING_KEYS = Object.keys(SITE_SETTINGS) as SiteSetting[];

export function isSiteSetting(key: string): key is SiteSetting {
  return Object.hasOwn(SITE_SETTINGS, key);
}

export const CONTACT = 'site.contact';
export const CONTACT_MAX = 200;

/** A link for an address or a page; undefined for other texts, such as a number of a chat group. */
export function contactHref(contact: string): string | undefined {
  if (/^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$/.test(contact)) return `mailto:${contact}`;
  return /^https?:\/\/[^\s<>"]+$/.test(contact) ? contact : undefined;
}

import type { Locale } from '../platform/i18n.ts';
import { DEFAULT_ZONE } from '../platform/shown-zone.ts';
import type { SiteLink } from '../platform/site.ts';

/**
 * One entry is all that a setting needs: its JSON schema, the value of a fresh install, and the message that describes
 * it. Switches are set one at a time, because each explains what follows; the others are saved together with their section.
 */
type Setting = { description: `setup.${string}` | `owner_site.about.${string}` } & (
  | { type: 'boolean'; default: boolean }
  | { type: 'integer'; minimum: number; maximum: number; default: number }
  | { type: 'string'; enum: readonly string[]; default: string }
  | { type: 'string'; maxLength: number; pattern: string; default: string }
);

/** One line without control characters; and any text. */
const LINE = '^[^\\p{Cc}]*$';
const LINES = '^[^\\p{Cc}\\n]*(\\n[^\\p{Cc}\\n]*)*$';

export const REGISTRATION_MODES = ['open', 'invitation', 'closed'] as const;
/** Who invites beside the staff: members from a level on. */
export const INVITERS = ['staff', '1', '2', '3', '4', '5', '6'] as const;
const LANGUAGES = ['zh-CN', 'en'] as const satisfies readonly Locale[];
const LEVEL_MAX = 6;

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
  /** Decision 0052: `/transparency` and its link in the footer. */
  'transparency.shown': {
    type: 'boolean',
    default: false,
    description: 'setup.transparency',
  },
  /** D64. Only an owner who has a second factor switches it on. */
  'staff.second_factor_required': {
    type: 'boolean',
    default: false,
    description: 'setup.staff_factor',
  },
  'site.name': line(40, 'owner_site.about.name'),
  'site.description': line(200, 'owner_site.about.description'),
  'site.contact': line(200, 'owner_site.about.contact'),
  'site.language': choice(LANGUAGES, 'zh-CN', 'owner_site.about.language'),
  'site.time_zone': {
    type: 'string',
    maxLength: 64,
    pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
    default: DEFAULT_ZONE as string,
    description: 'owner_site.about.time_zone',
  },
  /** ADR 0068: off removes the service worker from browsers, and with it notifications. */
  'site.offline': choice(['on', 'off'], 'on', 'owner_site.about.offline'),
  'site.accent': text(7, '^(#[0-9a-fA-F]{6})?$', 'owner_site.about.accent'),
  'site.icp_number': line(60, 'owner_site.about.icp_number'),
  'site.police_number': line(60, 'owner_site.about.police_number'),
  'registration.mode': choice(REGISTRATION_MODES, 'open', 'owner_site.about.registration'),
  'registration.inviters': choice(INVITERS, 'staff', 'owner_site.about.inviters'),
  'posts.publish_level': {
    type: 'integer',
    minimum: 0,
    maximum: LEVEL_MAX,
    default: 1,
    description: 'owner_site.about.publish_level',
  },
  'announcement.text': line(300, 'owner_site.about.announcement'),
  'announcement.url': text(
    500,
    '^(|/[^/\\s\\\\][^\\s\\\\]*|/|https?://[^\\s<>"]+)$',
    'owner_site.about.announcement_url',
  ),
  'footer.links': text(1000, LINES, 'owner_site.about.links'),
} as const satisfies Record<string, Setting>;

function line<const D extends Setting['description']>(maxLength: number, description: D) {
  return text(maxLength, LINE, description);
}

function text<const D extends Setting['description']>(
  maxLength: number,
  pattern: string,
  description: D,
) {
  return { type: 'string', maxLength, pattern, default: '' as string, description } as const;
}

function choice<const V extends string, const D extends Setting['description']>(
  values: readonly V[],
  initial: NoInfer<V>,
  description: D,
) {
  return { type: 'string', enum: values, default: initial as V, description } as const;
}

export type SiteSetting = keyof typeof SITE_SETTINGS;
export type ValueOf<K extends SiteSetting> = (typeof SITE_SETTINGS)[K] extends { type: 'boolean' }
  ? boolean
  : (typeof SITE_SETTINGS)[K] extends { type: 'integer' }
    ? number
    : (typeof SITE_SETTINGS)[K]['default'];
export type SiteSwitch = {
  [K in SiteSetting]: (typeof SITE_SETTINGS)[K] extends { type: 'boolean' } ? K : never;
}[SiteSetting];
export type SiteTextSetting = Exclude<SiteSetting, SiteSwitch>;

export const SITE_SETTING_KEYS = Object.keys(SITE_SETTINGS) as SiteSetting[];
export const SITE_SWITCH_KEYS = SITE_SETTING_KEYS.filter(isSiteSwitch);
export const SITE_TEXT_KEYS = SITE_SETTING_KEYS.filter(
  (key) => !isSiteSwitch(key),
) as SiteTextSetting[];

export function isSiteSetting(key: string): key is SiteSetting {
  return Object.hasOwn(SITE_SETTINGS, key);
}

export function isSiteSwitch(key: string): key is SiteSwitch {
  return isSiteSetting(key) && SITE_SETTINGS[key].type === 'boolean';
}

/** A stored text as its value. What an older program stored and the schema no longer allows counts as not set. */
export function readSetting<K extends SiteTextSetting>(
  key: K,
  stored: string | undefined,
): ValueOf<K> {
  const setting: Setting = SITE_SETTINGS[key];
  const initial = setting.default as ValueOf<K>;
  if (stored === undefined) return initial;
  if (setting.type === 'integer') {
    const number = Number(stored);
    const fits =
      stored !== '' &&
      Number.isInteger(number) &&
      number >= setting.minimum &&
      number <= setting.maximum;
    return fits ? (number as ValueOf<K>) : initial;
  }
  if ('enum' in setting) return setting.enum.includes(stored) ? (stored as ValueOf<K>) : initial;
  return stored as ValueOf<K>;
}

/** A link for an address or a page; undefined for other texts, such as a number of a chat group. */
export function contactHref(contact: string): string | undefined {
  if (/^[^\s@<>"?&]+@[^\s@<>"?&]+\.[^\s@<>"?&]+$/.test(contact)) return `mailto:${contact}`;
  return /^https?:\/\/[^\s<>"]+$/.test(contact) ? contact : undefined;
}

export const FOOTER_LINKS_MAX = 10;
const FOOTER_LINK = /^(\S.{0,39}?)\s+(\/(?![/\\])[^\s\\]*|https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+)$/;

/** One link a line: its text, a space, its address. Undefined if a line is none. */
export function readFooterLinks(lines: string): SiteLink[] | undefined {
  const links: SiteLink[] = [];
  for (const one of lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)) {
    const [, label, href] = FOOTER_LINK.exec(one) ?? [];
    if (!label || !href) return undefined;
    links.push({ label, href });
  }
  return links.length > FOOTER_LINKS_MAX ? undefined : links;
}

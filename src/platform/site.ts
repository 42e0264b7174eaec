import { DEFAULT_LOCALE, type Locale } from './i18n.ts';
import { DEFAULT_ZONE } from './shown-zone.ts';

/** The pages that the owner may write, in the order of the footer, and where they are. */
export const WRITTEN_PAGES = {
  about: '/about',
  rules: '/about/rules',
  terms: '/terms',
  privacy: '/privacy',
} as const;
export type PageName = keyof typeof WRITTEN_PAGES;
export const PAGE_NAMES = Object.keys(WRITTEN_PAGES) as PageName[];

/** What the owner decided about the site, as every request sees it. `site-settings` reads it from the database. */
export type Site = {
  /** Changes with everything below. */
  version: string;
  /** Empty: the product's name, in the language of the page. */
  name: string;
  /** For search engines, feeds and the manifest. Empty: the product's. */
  description: string;
  /** Whom visitors can ask for help; empty if the owner has written nothing. */
  contact: string;
  /** For visitors whose browser asks for no language that we have. */
  locale: Locale;
  /** IANA, of the times that people read. Calendar days are those of Shanghai whatever it is (D9). */
  time_zone: string;
  /** Whether browsers keep posts for reading without a connection, and show notifications. */
  offline: boolean;
  /** Null: the colors of the style sheet. */
  accent: Accent | null;
  /** The version of the uploaded logo; null without one. */
  logo: string | null;
  registration: 'open' | 'invitation' | 'closed';
  /** The level from which members invite; null: only the staff. */
  inviters: number | null;
  /** From which level on members publish. */
  publish_level: number;
  announcement: { text: string; href: string } | null;
  links: SiteLink[];
  icp_number: string;
  police_number: string;
  /** Whether `/transparency` is public. */
  transparency: boolean;
  /** Those that are published, in the order of the footer. */
  pages: WrittenPage[];
};

export type WrittenPage = {
  name: PageName;
  path: string;
  version: number;
  /** Of the newest version. Ids grow with every publication of any page. */
  id: number;
  /** The id of the newest version that members must accept; null if there is none. */
  asked: number | null;
  published_at: string;
  /** In the languages that it is written in: at least one. */
  titles: Partial<Record<Locale, string>>;
};

export type SiteLink = { label: string; href: string };
/** Hexadecimal colors, with enough contrast in their theme. */
export type ThemeAccent = { accent: string; hover: string; soft: string; on: string };
export type Accent = { light: ThemeAccent; dark: ThemeAccent };

/** Until the owner decides otherwise. */
export const DEFAULT_SITE: Site = {
  version: '',
  name: '',
  description: '',
  contact: '',
  locale: DEFAULT_LOCALE,
  time_zone: DEFAULT_ZONE,
  offline: true,
  accent: null,
  logo: null,
  registration: 'open',
  inviters: null,
  publish_level: 1,
  announcement: null,
  links: [],
  icp_number: '',
  police_number: '',
  transparency: false,
  pages: [],
};

export type SiteSource = {
  /** The newest that this process has read. At most a moment old, so enough for what a page shows. */
  readonly current: Site;
  /** As it is now: reads the database only after a change, or if this process hears of none. */
  load(): Promise<Site>;
  isFresh(): boolean;
  close(): void;
};

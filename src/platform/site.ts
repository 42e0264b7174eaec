import { DEFAULT_LOCALE, type Locale } from './i18n.ts';

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
  /** Null: the colors of the style sheet. */
  accent: Accent | null;
  /** The version of the uploaded logo; null without one. */
  logo: string | null;
  registration: 'open' | 'closed';
  /** From which level on members publish. */
  publish_level: number;
  notice: { text: string; href: string } | null;
  links: SiteLink[];
  icp_number: string;
  police_number: string;
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
  accent: null,
  logo: null,
  registration: 'open',
  publish_level: 1,
  notice: null,
  links: [],
  icp_number: '',
  police_number: '',
};

export type SiteSource = {
  /** The newest that this process has read. At most a moment old, so enough for what a page shows. */
  readonly current: Site;
  /** As it is now: reads the database only after a change, or if this process hears of none. */
  load(): Promise<Site>;
  isFresh(): boolean;
  close(): void;
};

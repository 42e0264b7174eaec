/** What a share picture shows. Every text has only characters of the fonts (`files.ts`); null is left out. */
export type Card = {
  title: string;
  /** Above the title. */
  topic: string | null;
  /** Below the title, if there is room. */
  summary: string | null;
  author: string | null;
  /** Below the author. */
  detail: string | null;
  site: string;
  host: string;
  /** The brightness of the lamp, 0 to 6. */
  glow: number;
  /** Any format of an upload. */
  cover: Uint8Array | null;
  avatar: Uint8Array | null;
  /** The owner's color on dark, as `#rrggbb`; null: the product's look. */
  accent: string | null;
  /** Of the site, as PNG; null: the product's. */
  logo: Uint8Array | null;
};

/** Paths of the files that `npm run build` makes; the drawing process cannot know where they are. */
export type CardFiles = { title_font: string; text_font: string; logo: string };

export const CARD_WIDTH = 1200;
export const CARD_HEIGHT = 630;

/** The last part of the address of a feed in each format. */
export const FEED_NAMES = ['feed.xml', 'feed.atom', 'feed.json'] as const;
export type FeedName = (typeof FEED_NAMES)[number];

/** The content of a feed, the same in every format. URLs are absolute. */
export type Feed = {
  title: string;
  description: string;
  language: string;
  /** The page of the same posts. */
  url: string;
  /** The feed itself. */
  feedUrl: string;
  /** A server that tells subscribers about changes (WebSub). */
  hub: string | null;
  /** When the newest change was made; the same posts give the same bytes. */
  updated: Date;
  items: FeedItem[];
};

export type FeedItem = {
  url: string;
  title: string;
  summary: string;
  /** Sanitized, with absolute addresses. Null: the feed has only the summary. */
  html: string | null;
  image: string | null;
  /** BCP 47; null if unknown. */
  lang: string | null;
  tags: { name: string; url: string }[];
  author: { name: string; url: string };
  published: Date;
  updated: Date;
};

/** 1970 without items. */
export function newestChange(items: Pick<FeedItem, 'updated'>[]): Date {
  return new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));
}

/** The content of a feed, the same in every format. URLs are absolute. */
export type Feed = {
  title: string;
  description: string;
  language: string;
  /** The page of the same posts. */
  url: string;
  /** The feed itself. */
  feedUrl: string;
  /** When the newest change was made; the same posts give the same bytes. */
  updated: Date;
  items: FeedItem[];
};

export type FeedItem = {
  url: string;
  title: string;
  summary: string;
  /** Sanitized, with absolute addresses. Null: the text is long, and the feed has only its summary. */
  html: string | null;
  image: string | null;
  author: { name: string; url: string };
  published: Date;
  updated: Date;
};

/** 1970 without items. */
export function newestChange(items: Pick<FeedItem, 'updated'>[]): Date {
  return new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));
}

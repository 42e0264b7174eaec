/** Streams of one member on one process: their browsers. The tabs of a browser share one. */
export const STREAMS_PER_MEMBER = 5;
/** Posts whose comments one stream reports: those of the open tabs. */
export const POSTS_MAX = 20;
/** New posts or comments named in one event; a page shows 99+. */
export const IDS_MAX = 100;
/** What happened longer ago is not reported: the page is old, and the list is better read again. */
export const SINCE_MAX_MS = 24 * 3600 * 1000;
/** Reported again after a reconnection, because a transaction may commit later than its rows are dated. */
export const OVERLAP_MS = 10_000;

export type List = 'newest' | 'following';

export type Topics = {
  lists: ReadonlySet<List>;
  /** What waits for the staff. */
  queue: boolean;
  /** Whose comments. */
  posts: ReadonlySet<number>;
};

/** `newest`, `following`, `queue` or `post:12`, separated by commas. */
export const TOPICS_PATTERN = `^(newest|following|queue|post:[1-9]\\d{0,14})(,(newest|following|queue|post:[1-9]\\d{0,14})){0,${POSTS_MAX + 2}}$`;

export function readTopics(text: string | undefined): Topics {
  const names = text?.split(',') ?? [];
  const posts = names.flatMap((name) => (name.startsWith('post:') ? Number(name.slice(5)) : []));
  return {
    lists: new Set(names.filter((name) => name === 'newest' || name === 'following')),
    queue: names.includes('queue'),
    posts: new Set(posts.slice(0, POSTS_MAX)),
  };
}

/**
 * From when on news is reported: since the page was rendered, or since the last event that a browser received before it
 * reconnected. Without either, from now on.
 */
export function readSince(
  now: Date,
  { since, last_event_id }: { since?: number | undefined; last_event_id?: string | undefined },
): Date {
  const last = /^\d{1,15}$/.test(last_event_id ?? '') ? Number(last_event_id) - OVERLAP_MS : 0;
  const from = Math.max(since ?? 0, last) || now.getTime();
  return new Date(Math.min(Math.max(from, now.getTime() - SINCE_MAX_MS), now.getTime()));
}

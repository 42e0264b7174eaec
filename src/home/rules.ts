import { isWideEnoughToLead } from '../posts/card-kind.ts';

const DAY_MS = 24 * 3_600_000;
/** How many posts hang on the wire of the welcome panel. */
const TONIGHT_MAX = 11;
/** The last days of check-in that the home page shows, today included. */
const CHECKIN_DAYS = 7;
/** How many people a list suggests. */
export const SUGGESTED = { beside: 3, instead: 6 } as const;
/**
 * What the rail reads at most, however large the site. The newest posts name the topics that are counted: a topic that
 * none of them has is not one of these days.
 */
export const COUNTED = {
  newest: 1_000,
  topics: 30,
  postsOfTopic: 1_000,
  authors: 40,
  postsOfAuthor: 100,
} as const;
/** A topic of these days: so many posts of so many people. One person alone makes none. */
export const POSTS_OF_TOPIC = 2;
export const AUTHORS_OF_TOPIC = 2;
export const TOPICS = { beside: 5, instead: 10 } as const;
export const TOPIC_DAYS = 7;
/** What authors wrote lately. */
export const AUTHOR_DAYS = 30;
/** A filter with more would be a list of its own. */
const LANGUAGES_SHOWN = 5;

/** A recent post as far as its light matters. */
export type RecentPost = {
  id: number;
  author_uid: number;
  published_at: Date;
  energy: number;
  lang: string | null;
  picture_width: number | null;
  /** Changes with the post's row. */
  version: string;
};

function isOfToday({ published_at }: RecentPost, now: Date): boolean {
  return now.getTime() - published_at.getTime() < DAY_MS;
}

/** The brighter first, then the newer. */
function byLight(a: RecentPost, b: RecentPost): number {
  return b.energy - a.energy || b.published_at.getTime() - a.published_at.getTime() || b.id - a.id;
}

function byTime(a: RecentPost, b: RecentPost): number {
  return b.published_at.getTime() - a.published_at.getTime() || b.id - a.id;
}

/** Posts with a wide cover, the brightest first. A post that nobody lit leads nothing. */
export function rankLeads(posts: RecentPost[]): RecentPost[] {
  return posts
    .filter((post) => post.energy > 0 && isWideEnoughToLead(post.picture_width))
    .toSorted(byLight);
}

/** The brightest of the last 24 hours. */
export function pickLead(ranked: RecentPost[], now: Date): RecentPost | undefined {
  return ranked.find((post) => isOfToday(post, now));
}

/**
 * The brightest posts of the last 24 hours as they hang on the wire, brighter and darker ones in turn. On a quiet day
 * the newest of the others follow.
 */
export function pickTonight(posts: RecentPost[], now: Date): RecentPost[] {
  const today = posts.filter((post) => isOfToday(post, now)).toSorted(byLight);
  const others = posts.filter((post) => !isOfToday(post, now)).toSorted(byTime);
  const shown = [...today, ...others].slice(0, TONIGHT_MAX).toSorted(byLight);
  const half = Math.ceil(shown.length / 2);
  const [bright, dark] = [
    shown.slice(0, half).toSorted(byTime),
    shown.slice(half).toSorted(byTime),
  ];
  return bright.flatMap((post, index) => [post, ...dark.slice(index, index + 1)]);
}

/** The last days of check-in, today last. */
export function checkInDays(today: string): string[] {
  const end = Date.parse(today);
  return Array.from({ length: CHECKIN_DAYS }, (_, index) =>
    new Date(end - (CHECKIN_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** Authors of recent posts, the one who received most energy for them first. */
export function rankAuthors(posts: RecentPost[]): number[] {
  const energy = new Map<number, number>();
  for (const post of posts.toSorted(byTime))
    energy.set(post.author_uid, (energy.get(post.author_uid) ?? 0) + post.energy);
  return [...energy]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, COUNTED.authors)
    .map(([uid]) => uid);
}

/** The languages to choose from, the one with most recent posts first; none if there is no choice. */
export function rankLanguages<L extends string>(posts: { lang: string | null }[], used: L[]): L[] {
  const count = (tag: L) => posts.filter(({ lang }) => lang === tag).length;
  const counts = new Map(used.map((tag) => [tag, count(tag)]));
  const ranked = used.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return ranked.length < 2 ? [] : ranked.slice(0, LANGUAGES_SHOWN);
}

const GREETINGS = [
  { until: 5, greeting: 'late' },
  { until: 11, greeting: 'morning' },
  { until: 13, greeting: 'noon' },
  { until: 18, greeting: 'afternoon' },
  { until: 23, greeting: 'evening' },
] as const;

/** By the hour of the site's time zone. */
export function greetingAt(hour: number) {
  return GREETINGS.find(({ until }) => hour < until)?.greeting ?? 'late';
}

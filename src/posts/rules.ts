import type { Role } from '../roles.ts';
export const STATUSES = ['draft', 'pending', 'approved', 'rejected', 'locked'] as const;
export type PostStatus = (typeof STATUSES)[number];

/** D51: staff can list these. They can open a draft only by its address. */
export const LISTED_STATUSES = ['pending', 'approved', 'rejected', 'locked'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** SPEC §7.4, D23: members below this level cannot publish, whether review is on or off. */
export const PUBLISH_LEVEL = 1;

/** From which level on somebody publishes: as the owner decided, and staff as on a fresh install at the latest. */
export function publishLevelOf(role: Role, decided: number): number {
  return role === 'member' ? decided : Math.min(decided, PUBLISH_LEVEL);
}
/** SPEC §8: the energy that deleting an own post costs. */
export const DELETE_COST = 2;
/** D59: how long a deleted post keeps its text and pictures, and its author can restore it. */
export const DELETED_POST_DAYS = 30;

/** D57, A42: how many drafts one member may have, and how many below `PUBLISH_LEVEL` (D23). */
export const DRAFTS_MAX = 500;
export const FIRST_DRAFTS_MAX = 20;

/** How far ahead a post can be scheduled: a request that takes a moment must not be too late, and a year is enough. */
export const SCHEDULE_MIN_SECONDS = 5 * 60;
export const SCHEDULE_MAX_DAYS = 366;
/** D57: the limit for all versions of all posts of one author. */
export const TEXT_QUOTA_BYTES = 100 * 1024 * 1024;
/** Added to the bytes of a version's texts; the migration that created `author_text` uses the same number. */
export const REVISION_ROW_BYTES = 256;
/** D57: keep every version for a day, then one an hour for the rest of a week, then one a day. */
export const THINNING = { all_days: 1, hourly_days: 7 };

/** Why a version was stored. `publish` and `submit`: its text became public, or was queued for review, with the save. */
export const REVISION_CAUSES = ['save', 'autosave', 'submit', 'publish', 'restore'] as const;
export type RevisionCause = (typeof REVISION_CAUSES)[number];
/** How many of a post's published edits readers can look at. */
export const SHOWN_EDITS_MAX = 20;

/** SPEC §4: the orders of the public list. */
export const ORDERS = ['newest', 'hot', 'following'] as const;

/** How many read posts a device stores, and how many titles it asks for at once. */
export const HISTORY_MAX = 200;
export const TITLES_MAX = 50;
/** Where it stores them; this value while the reader has stopped it. */
export const HISTORY_KEY = 'history';
export const HISTORY_OFF = 'off';

/** The orders of the posts of a tag. */
export const TAG_ORDERS = ['newest', 'hot'] as const;
/** The hottest posts of a tag, and those in a language, are found among this many of its newest. */
export const CHOSEN_TAGGED_POSTS = 1000;
/** The authors and neighbours of a tag are those of this many of its newest posts. */
export const TAG_FACT_POSTS = 500;
export const TAG_AUTHORS = 5;
export const TAGS_RELATED = 8;
export const TAGS_SUGGESTED = 8;

/** What counts for an author. Dislikes do not. */
export type Received = { likes: number; comments: number; favorites: number; energy: number };

/** The hot score counts this many calendar days, today included. */
export const HOT_SCORE_DAYS = 7;
/** More effort by a reader weighs more: a click, a comment, a saved post, spent energy. */
export const HOT_SCORE_WEIGHTS: Received = { likes: 1, comments: 2, favorites: 3, energy: 3 };

/** The banner of an author's space shows this many calendar days, today included. */
export const LIGHT_DAYS = 90;
/** How much of an author's posts is read for it: enough for nearly every author, and bounded for the others. */
export const LIGHT_LIMITS = { posts: 1000, postsOfDay: 50 };

/** D19: the status of a new post. */
export function firstStatus(audit: boolean, draft: boolean): PostStatus {
  return audit || draft ? 'draft' : 'approved';
}

type Shown = { status: string; deleted_at?: Date | null };

/** What a change means to readers; undefined if they see none of it. A text becomes public with its version only. */
export function judgeChange(
  before: Shown & { live_version: number },
  after: Shown & { live_version: number },
): 'post.published' | 'post.updated' | 'post.hidden' | undefined {
  if (isShown(before) !== isShown(after)) return isShown(after) ? 'post.published' : 'post.hidden';
  return isShown(after) && before.live_version !== after.live_version ? 'post.updated' : undefined;
}

export function isShown({ status, deleted_at }: Shown): boolean {
  return status === 'approved' && !deleted_at;
}

const READS_LEAST = 10;

/** D62: the public number of reads, rounded down to two digits; null for a few readers, who are not to be guessed. */
export function roundReads(reads: number): number | null {
  if (reads < READS_LEAST) return null;
  const step = 10 ** (String(reads).length - 2);
  return Math.floor(reads / step) * step;
}

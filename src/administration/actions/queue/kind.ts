import type { Context, Viewer } from '../../../context.ts';
import type { UserCard } from '../../../users/schema.ts';

type ProfileText = { username: string | null; signature: string | null };

/** Something that waits for a decision of the staff. */
export type Waiting = {
  id: number;
  since: Date;
  /** What the moderator read, for a text that can change while it waits. */
  version: number | null;
  title: string;
  excerpt: string;
  author: UserCard | null;
  /** Of the reports on it. */
  reasons?: string[];
  reports?: number;
  /** Of a profile: what it is, and what the member wants; null stays as it is. */
  profile?: { before: ProfileText; after: ProfileText };
  /** What is reported, or whether a post is new. */
  subject: 'post' | 'edit' | 'profile' | 'comment' | 'user' | 'upload' | 'appeal';
};

/** `approve` keeps what waits or shows it, `reject` takes it away or refuses it. */
export type Verdict = { approve: boolean; reason: string; batch?: string | undefined };

export type QueuePosition = { since: Date; id: number };

/**
 * A kind of thing that waits. A new one is a file with these functions, a line in `KINDS`, and its texts in
 * `locales/<language>/admin-queue.ts`.
 */
export type QueueKind = {
  /** Oldest first, after a position. From an index: the list merges the first few of every kind. */
  list(
    ctx: Context,
    staff: Viewer,
    page: { after: QueuePosition; limit: number },
  ): Promise<Waiting[]>;
  /** Up to 100. */
  count(ctx: Context): Promise<number>;
  /** One transaction with its entry in the log and what its undo needs. Refuses what somebody decided before. */
  decide(
    ctx: Context,
    staff: Viewer,
    item: { id: number; version: number | null },
    verdict: Verdict,
  ): Promise<void>;
};

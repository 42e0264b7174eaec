import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import {
  classifySource,
  DEPTH_UNKNOWN,
  PACE,
  REFUSED,
  type Refused,
  refuseByHeaders,
  userAgentOf,
} from '../rules.ts';
import { createReadQueue, type ReadQueue } from './read-queue.ts';
import { identifyVisitor, keyOfToday } from './visitor-keys.ts';

/** Visitors whose pace is known: about 6 MB. Those who have not read for longest are forgotten first. */
const PACES_MAX = 20_000;

type Beacon = {
  post_id: number;
  ip: string;
  headers: Parameters<typeof refuseByHeaders>[0];
  /** The member who reads, if any. */
  uid: number | undefined;
  /** The address of the page before, as the browser knows it; empty if there was none. */
  from?: string | undefined;
  /** Quarters of the text. */
  depth?: number | undefined;
};

type ReadTally = { counted: number; deepened: number; refused: Record<Refused, number> };

/** The posts of which a visitor reported reads since then: several reports of one post are one. */
type Pace = { since: number; posts: Set<number> };

type ReadCounter = {
  /** D62: counts the read of a person within a second, and refuses anything else silently. */
  take(beacon: Beacon): Promise<void>;
  tally(): ReadTally;
  close(): Promise<void>;
};

const counters = new WeakMap<Db, ReadCounter>();

/** The counter of this process. */
export function readCounterOf(ctx: Context): ReadCounter {
  const counter = counters.get(ctx.db) ?? createReadCounter(ctx);
  counters.set(ctx.db, counter);
  return counter;
}

function createReadCounter(ctx: Context): ReadCounter {
  const queue = createReadQueue(ctx);
  const paces = new LRUCache<string, Pace>({ max: PACES_MAX });
  const refused = Object.fromEntries(REFUSED.map((reason) => [reason, 0])) as ReadTally['refused'];
  return {
    async take(beacon) {
      // Whoever sent it waits for nothing, so there is nobody to tell.
      const reason = await refuseOrQueue(ctx, queue, paces, beacon).catch((): Refused => 'failed');
      if (reason) refused[reason] += 1;
    },
    tally: () => ({
      counted: queue.tally.counted,
      deepened: queue.tally.deepened,
      refused: { ...refused, repeated: queue.tally.repeated },
    }),
    close: () => queue.close(),
  };
}

async function refuseOrQueue(
  ctx: Context,
  queue: ReadQueue,
  paces: LRUCache<string, Pace>,
  { post_id, ip, headers, uid = 0, from, depth = DEPTH_UNKNOWN }: Beacon,
): Promise<Refused | undefined> {
  const page = { origin: ctx.config.BASE_URL, path: `/posts/${post_id}` };
  const byHeaders = refuseByHeaders(headers, page);
  if (byHeaders) return byHeaders;
  const { day, key } = await keyOfToday(ctx);
  const visitor = identifyVisitor(key, { ip, user_agent: userAgentOf(headers), uid }, post_id);
  if (!(await isWithinLimit(ctx, visitor.address))) return 'limit';
  const { anywhere, of_post } = visitor;
  if (isTooFast(paces, anywhere, post_id, ctx.now().getTime())) return 'pace';
  const source = classifySource(from, ctx.config.BASE_URL);
  return queue.add(day, { post_id, visitor: of_post, uid, depth, ...source }) ? undefined : 'full';
}

async function isWithinLimit(ctx: Context, address: string): Promise<boolean> {
  try {
    await ctx.limits.consume('reads', address);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') return false;
    throw error;
  }
}

function isTooFast(
  paces: LRUCache<string, Pace>,
  visitor: string,
  post: number,
  now: number,
): boolean {
  const known = paces.get(visitor);
  const isOver = known !== undefined && known.posts.size > PACE.posts;
  const seconds = isOver ? PACE.pause_seconds : PACE.seconds;
  const isCurrent = known && now - known.since < seconds * 1000;
  const pace = isCurrent ? known : { since: now, posts: new Set<number>() };
  // One more than allowed is enough to know, so a program cannot fill the memory.
  if (pace.posts.size <= PACE.posts) pace.posts.add(post);
  if (pace !== known) paces.set(visitor, pace);
  return pace.posts.size > PACE.posts;
}

import { LRUCache } from 'lru-cache';
import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { PACE, REFUSED, type Refused, refuseByHeaders, userAgentOf } from '../rules.ts';
import { createReadQueue, type ReadQueue } from './read-queue.ts';
import { identifyVisitor, keyOfToday } from './visitor-keys.ts';

/** Visitors whose pace is known: about 3 MB. Those who have not read for longest are forgotten first. */
const PACES_MAX = 20_000;

type Beacon = {
  post_id: number;
  ip: string;
  headers: Parameters<typeof refuseByHeaders>[0];
  /** The member who reads, if any. */
  uid: number | undefined;
};

type ReadTally = { counted: number; refused: Record<Refused, number> };

type Pace = { since: number; posts: number };

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
      refused: { ...refused, repeated: queue.tally.repeated },
    }),
    close: () => queue.close(),
  };
}

async function refuseOrQueue(
  ctx: Context,
  queue: ReadQueue,
  paces: LRUCache<string, Pace>,
  { post_id, ip, headers, uid = 0 }: Beacon,
): Promise<Refused | undefined> {
  const page = { origin: ctx.config.BASE_URL, path: `/posts/${post_id}` };
  const byHeaders = refuseByHeaders(headers, page);
  if (byHeaders) return byHeaders;
  const { day, key } = await keyOfToday(ctx);
  const visitor = identifyVisitor(key, { ip, user_agent: userAgentOf(headers), uid }, post_id);
  if (!(await isWithinLimit(ctx, visitor.address))) return 'limit';
  if (isTooFast(paces, visitor.anywhere, ctx.now().getTime())) return 'pace';
  return queue.add(day, { post_id, visitor: visitor.of_post, uid }) ? undefined : 'full';
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

function isTooFast(paces: LRUCache<string, Pace>, visitor: string, now: number): boolean {
  const known = paces.get(visitor);
  const isOver = known !== undefined && known.posts > PACE.posts;
  const seconds = isOver ? PACE.pause_seconds : PACE.seconds;
  const pace = known && now - known.since < seconds * 1000 ? known : { since: now, posts: 0 };
  pace.posts += 1;
  if (pace !== known) paces.set(visitor, pace);
  return pace.posts > PACE.posts;
}

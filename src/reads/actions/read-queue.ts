import type { Context } from '../../context.ts';
import { countReads, type Read } from '../store.ts';

/** One statement in this time, however many reads there are. */
const FLUSH_MS = 1000;
/** Reads in one statement: about 0.3 s of PostgreSQL, which no request waits for. */
const BATCH_MAX = 10_000;
/** After a failure the next statement has half as many: on a slow server many would exceed the statement timeout. */
const BATCH_MIN = 500;
/** While the database is unreachable, this many wait; more are refused. About 10 MB. */
const WAITING_MAX = 60_000;

export type ReadQueue = {
  /** False if it is full. Reports of the same visitor of a post are one. */
  add(day: string, read: Read): boolean;
  /** Counts what waits, and accepts nothing more. */
  close(): Promise<void>;
  readonly tally: { counted: number; deepened: number; repeated: number };
};

/** Collects the reads of this process and counts them once a second. A crash loses those of the last second. */
export function createReadQueue(ctx: Context): ReadQueue {
  /** By day, then by post and visitor. */
  const days = new Map<string, Map<string, Read>>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;
  let limit = BATCH_MAX;
  const tally = { counted: 0, deepened: 0, repeated: 0 };

  const waiting = () => {
    let sum = 0;
    for (const reads of days.values()) sum += reads.size;
    return sum;
  };

  const schedule = () => {
    if (closed || timer || running || waiting() === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = flush().finally(() => {
        running = undefined;
        schedule();
      });
    }, FLUSH_MS).unref();
  };

  /** One statement: of one day, the oldest first. What it has not counted stays. */
  const flush = async () => {
    const [oldest] = days;
    if (!oldest) return;
    const [day, reads] = oldest;
    const batch = [...reads.values()].slice(0, limit);
    try {
      const counted = await ctx.autocommit((db) => countReads(db, day, batch));
      // A report that arrived meanwhile replaced its predecessor, and waits for the next statement.
      for (const read of batch) if (reads.get(keyOf(read)) === read) reads.delete(keyOf(read));
      tally.counted += counted.reads;
      tally.deepened += counted.changed - counted.reads;
      tally.repeated += batch.length - counted.changed;
      if (reads.size === 0) days.delete(day);
      limit = Math.min(BATCH_MAX, limit * 2);
    } catch (error) {
      limit = Math.max(BATCH_MIN, Math.floor(limit / 2));
      ctx.log.warn({ err: error, reads: waiting() }, 'reads could not be counted yet');
    }
  };

  return {
    add(day, read) {
      if (closed || waiting() >= WAITING_MAX) return false;
      const reads = days.get(day) ?? new Map<string, Read>();
      const key = keyOf(read);
      days.set(day, reads.set(key, mergeReads(reads.get(key), read)));
      schedule();
      return true;
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
      for (let before = waiting(); before > 0; before = waiting()) {
        await flush();
        // The database is unreachable.
        if (waiting() >= before) return;
      }
    },
    tally,
  };
}

function keyOf({ post_id, visitor }: Read): string {
  return `${post_id} ${visitor}`;
}

/** The first source and the greatest depth: the same that the database does with two reports. */
function mergeReads(known: Read | undefined, read: Read): Read {
  if (!known) return read;
  return read.depth > known.depth ? { ...known, depth: read.depth } : known;
}

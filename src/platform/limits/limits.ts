import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../refusals.ts';
import { type Breaker, createBreaker } from '../breaker.ts';
import { randomToken } from '../secrets.ts';
import { CLEARED_BY_REGISTRATION, type LimitName, type LimitRule } from './rules.ts';

type LimitState = { limit: number; remaining: number; reset_seconds: number };

export type Limits = {
  /** Counts one try; refuses with `rate_limited` past the limit. Undefined where the limit is off. */
  consume(name: LimitName, key: string): Promise<LimitState | undefined>;
  /** Refuses while a block, a delay or an exhausted window stands, and counts nothing. */
  assertOpen(name: LimitName, key: string): Promise<void>;
  /** The same as a question. */
  isOpen(name: LimitName, key: string): Promise<boolean>;
  /** Counts one failure without refusing, and says how many there are by now. */
  countFailure(name: LimitName, key: string): Promise<number>;
  /** Makes the key wait, whatever it has used. */
  delay(name: LimitName, key: string, seconds: number): Promise<void>;
  /** Resets the counter and lifts a block that is running, also in processes that remember it. */
  clear(name: LimitName, key: string): Promise<void>;
};

/** Blocks this process gave or heard of, so that losing Redis does not lift them. */
const MAX_REMEMBERED = 10_000;
const CLEARING_BYTES = 9;
/** More than anybody can count up to: a key that stands here is held, and its time to live is the wait. */
const HELD = 1_000_000_000;

/**
 * Counters in Redis where there is one (shared by all processes), else in memory. When Redis fails in
 * the middle, the same rule goes on in memory: a limit is never open.
 */
export function createLimits(
  rules: Record<LimitName, LimitRule | null>,
  redis: Redis | undefined,
  prefix: string,
): Limits {
  const limiters = new Map<string, Limiter>();
  const breaker = createBreaker();
  for (const [name, rule] of Object.entries(rules) as [LimitName, LimitRule | null][]) {
    if (rule) limiters.set(name, createLimiter(name, rule, redis && { redis, breaker }, prefix));
  }
  const blocked = createBlockCache();

  return {
    async consume(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return undefined;
      if (blocked.has(name, key)) await assertBlockLifted(blocked, limiter, name, key);
      const { points, block } = limiter.rule;
      const used = await count(limiter, key);
      if (used.consumedPoints <= points) {
        return {
          limit: points,
          remaining: points - used.consumedPoints,
          reset_seconds: Math.ceil(used.msBeforeNext / 1000),
        };
      }
      // Of any number of callers at once, one crosses the line.
      if (block > 0 && used.consumedPoints === points + 1) await hold(limiter, key, block);
      throw await cacheBlock(blocked, limiter, name, key, waitOf(limiter, used));
    },

    async assertOpen(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return;
      if (blocked.has(name, key)) await assertBlockLifted(blocked, limiter, name, key);
      const used = await find(limiter, key);
      if (used && used.consumedPoints >= limiter.rule.points) {
        throw await cacheBlock(blocked, limiter, name, key, waitOf(limiter, used));
      }
    },

    async isOpen(name, key) {
      const limiter = limiters.get(name);
      const used = limiter && (await find(limiter, key));
      return !used || used.consumedPoints < limiter.rule.points;
    },

    async countFailure(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return 0;
      const { points, block } = limiter.rule;
      const { consumedPoints } = await count(limiter, key);
      if (block > 0 && consumedPoints === points) await hold(limiter, key, block);
      return consumedPoints;
    },

    async delay(name, key, seconds) {
      const limiter = limiters.get(name);
      if (limiter) await hold(limiter, key, seconds);
    },

    async clear(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return;
      blocked.forget(name, key);
      await limiter.memory.delete(key);
      // In this order; `cacheBlock` reads them the other way round.
      await limiter.shared((redis) => redis.delete(key));
      await limiter.clearings?.mark(key);
    },
  };
}

/** Redis counts for all processes; memory keeps this one's own share, to go on from when Redis goes away. */
type Limiter = {
  rule: LimitRule;
  memory: RateLimiterMemory;
  /** Undefined where there is no Redis, or none that answers: then memory goes on. */
  shared<T>(ask: (redis: RateLimiterRedis) => Promise<T>): Promise<T | undefined>;
  clearings: Clearings | undefined;
};

/**
 * A block that is gone from Redis was either cleared or lost with Redis. Clearing leaves a mark, a new random one
 * each time, so that a process which remembers the block can tell the two apart.
 */
type Clearings = {
  mark(key: string): Promise<void>;
  /** Null where there is none, undefined where Redis does not respond. */
  find(key: string): Promise<string | null | undefined>;
};

function createLimiter(
  name: LimitName,
  rule: LimitRule,
  store: { redis: Redis; breaker: Breaker } | undefined,
  prefix: string,
): Limiter {
  const options = {
    keyPrefix: `${prefix}limit:${name}`,
    points: rule.points,
    duration: rule.seconds,
  };
  const redis =
    store &&
    new RateLimiterRedis({ ...options, storeClient: store.redis, rejectIfRedisNotReady: true });
  return {
    rule,
    memory: new RateLimiterMemory(options),
    async shared(ask) {
      return redis && store.breaker(() => ask(redis)).catch(() => undefined);
    },
    clearings:
      store && CLEARED_BY_REGISTRATION.includes(name)
        ? createClearings(`${prefix}cleared:${name}`, rule, store)
        : undefined,
  };
}

function createClearings(
  prefix: string,
  { seconds, block }: LimitRule,
  { redis, breaker }: { redis: Redis; breaker: Breaker },
): Clearings {
  // As long as a block that was given before can still be remembered.
  const ttl = Math.max(seconds, block) + 1;
  return {
    async mark(key) {
      const value = randomToken(CLEARING_BYTES);
      await breaker(() => redis.set(`${prefix}:${key}`, value, 'EX', ttl)).catch(() => undefined);
    },
    find: (key) => breaker(() => redis.get(`${prefix}:${key}`)).catch(() => undefined),
  };
}

async function count({ memory, shared }: Limiter, key: string): Promise<RateLimiterRes> {
  const own = await memory.penalty(key);
  return (await shared((redis) => redis.penalty(key))) ?? own;
}

async function find({ memory, shared }: Limiter, key: string): Promise<RateLimiterRes | null> {
  const own = await memory.get(key);
  const found = await shared((redis) => redis.get(key));
  return found === undefined ? own : found;
}

async function hold({ memory, shared }: Limiter, key: string, seconds: number): Promise<void> {
  await memory.set(key, HELD, seconds);
  await shared((redis) => redis.set(key, HELD, seconds));
}

/** Past the line but not held yet: whoever crossed it is setting the block at this moment. */
function waitOf({ rule }: Limiter, used: RateLimiterRes): number {
  const settingBlock = rule.block > 0 && used.consumedPoints < HELD;
  return settingBlock ? rule.block * 1000 : used.msBeforeNext;
}

/** Refuses while a remembered block runs, unless another process has cleared it since. */
async function assertBlockLifted(
  blocked: BlockCache,
  { memory, clearings }: Limiter,
  name: string,
  key: string,
): Promise<void> {
  const block = blocked.find(name, key);
  if (!block) return;
  const cleared = await clearings?.find(key);
  if (!cleared || cleared === block.cleared) throw refusal(block.until - Date.now());
  blocked.forget(name, key);
  await memory.delete(key);
}

/** The mark is read before the block is looked at again: one cleared in between is not remembered. */
async function cacheBlock(
  blocked: BlockCache,
  limiter: Limiter,
  name: string,
  key: string,
  milliseconds: number,
): Promise<Refusal> {
  const cleared = await limiter.clearings?.find(key);
  const stands =
    !cleared || ((await find(limiter, key))?.consumedPoints ?? 0) >= limiter.rule.points;
  if (stands) blocked.remember(name, key, milliseconds, cleared);
  return refusal(milliseconds);
}

type BlockCache = ReturnType<typeof createBlockCache>;

function createBlockCache() {
  const blocks = new Map<string, { until: number; cleared: string | null | undefined }>();
  return {
    has: (name: string, key: string) => blocks.size > 0 && blocks.has(`${name}:${key}`),
    find(name: string, key: string) {
      const block = blocks.get(`${name}:${key}`);
      if (block && block.until > Date.now()) return block;
      blocks.delete(`${name}:${key}`);
      return undefined;
    },
    remember(
      name: string,
      key: string,
      milliseconds: number,
      cleared: string | null | undefined,
    ): void {
      if (blocks.size >= MAX_REMEMBERED) blocks.delete(blocks.keys().next().value as string);
      blocks.set(`${name}:${key}`, { until: Date.now() + milliseconds, cleared });
    },
    forget: (name: string, key: string) => blocks.delete(`${name}:${key}`),
  };
}

function refusal(milliseconds: number): Refusal {
  return new Refusal('rate_limited', { retry_after: Math.max(1, Math.ceil(milliseconds / 1000)) });
}

import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { Refusal } from '../../refusals.ts';
import { randomToken } from '../secrets.ts';
import { CLEARED_BY_REGISTRATION, type LimitName, type LimitRule } from './rules.ts';
import { createSharedStore, type RedisHealth, type SharedStore } from './shared-store.ts';

type LimitState = { limit: number; remaining: number; reset_seconds: number };

export type Limits = {
  /** Counts one attempt; refuses with `rate_limited` past the limit. Undefined if the limit is off. */
  consume(name: LimitName, key: string): Promise<LimitState | undefined>;
  /** Refuses during a block, a delay or an exhausted window. Counts nothing. */
  assertOpen(name: LimitName, key: string): Promise<void>;
  /** Like `assertOpen`, as a boolean. */
  isOpen(name: LimitName, key: string): Promise<boolean>;
  /** Counts one failure without refusing, and returns their number. */
  countFailure(name: LimitName, key: string): Promise<number>;
  /** Blocks the key for some seconds, whatever its count. */
  delay(name: LimitName, key: string, seconds: number): Promise<void>;
  /** Resets the counter and lifts a running block, also in processes that have cached it. */
  clear(name: LimitName, key: string): Promise<void>;
  /** Undefined without Redis. */
  redis: RedisHealth | undefined;
};

/** Each process caches the blocks it has set or seen, so that losing Redis does not lift them. */
const CACHED_BLOCKS_MAX = 10_000;
const CLEARING_BYTES = 9;
/** No counter reaches this value: a key at this value is blocked, and its TTL is the wait. */
const BLOCKED = 1_000_000_000;

/**
 * Counts in Redis, shared by all processes, or in memory without one. If Redis fails, the same rule continues in memory:
 * a limit is never switched off.
 */
export function createLimits(
  rules: Record<LimitName, LimitRule | null>,
  redis: Redis | undefined,
  prefix: string,
): Limits {
  const limiters = new Map<string, Limiter>();
  const store = redis && createSharedStore(redis);
  for (const [name, rule] of Object.entries(rules) as [LimitName, LimitRule | null][]) {
    if (rule) limiters.set(name, createLimiter(name, rule, store, prefix));
  }
  const blocked = createBlockCache();

  return {
    redis: store?.health,

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
      // Of any number of concurrent callers, exactly one sees this count.
      if (block > 0 && used.consumedPoints === points + 1) await setBlock(limiter, key, block);
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
      if (block > 0 && consumedPoints === points) await setBlock(limiter, key, block);
      return consumedPoints;
    },

    async delay(name, key, seconds) {
      const limiter = limiters.get(name);
      if (limiter) await setBlock(limiter, key, seconds);
    },

    async clear(name, key) {
      const limiter = limiters.get(name);
      if (!limiter) return;
      blocked.delete(name, key);
      await limiter.memory.delete(key);
      // In this order; `cacheBlock` reads in reverse order.
      await limiter.shared((redis) => redis.delete(key));
      await limiter.clearings?.mark(key);
    },
  };
}

/** Redis counts for all processes; memory counts this process's share, to continue from if Redis fails. */
type Limiter = {
  rule: LimitRule;
  memory: RateLimiterMemory;
  /** Undefined without Redis, or while it does not respond: memory counts then. */
  shared<T>(command: (redis: RateLimiterRedis) => Promise<T>): Promise<T | undefined>;
  clearings: Clearings | undefined;
};

/**
 * A block that is missing in Redis was either cleared or lost with Redis. Clearing leaves a random mark, so that a
 * process that has cached the block can distinguish the two.
 */
type Clearings = {
  mark(key: string): Promise<void>;
  /** Null if there is none, undefined if Redis does not respond. */
  find(key: string): Promise<string | null | undefined>;
};

function createLimiter(
  name: LimitName,
  rule: LimitRule,
  store: SharedStore | undefined,
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
    async shared(command) {
      return redis && store.breaker(() => command(redis)).catch(() => undefined);
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
  { redis, breaker }: SharedStore,
): Clearings {
  // As long as an earlier block can stay in a process's cache.
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
  const result = await shared((redis) => redis.get(key));
  return result === undefined ? own : result;
}

async function setBlock({ memory, shared }: Limiter, key: string, seconds: number): Promise<void> {
  await memory.set(key, BLOCKED, seconds);
  await shared((redis) => redis.set(key, BLOCKED, seconds));
}

/** Past the limit but not blocked yet: a concurrent caller is just setting the block. */
function waitOf({ rule }: Limiter, used: RateLimiterRes): number {
  const settingBlock = rule.block > 0 && used.consumedPoints < BLOCKED;
  return settingBlock ? rule.block * 1000 : used.msBeforeNext;
}

/** Refuses during a cached block, unless another process has cleared it since. */
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
  blocked.delete(name, key);
  await memory.delete(key);
}

/** Reads the mark before the block: a block that is cleared in between is not cached. */
async function cacheBlock(
  blocked: BlockCache,
  limiter: Limiter,
  name: string,
  key: string,
  milliseconds: number,
): Promise<Refusal> {
  const cleared = await limiter.clearings?.find(key);
  const isBlocked =
    !cleared || ((await find(limiter, key))?.consumedPoints ?? 0) >= limiter.rule.points;
  if (isBlocked) blocked.set(name, key, milliseconds, cleared);
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
    set(name: string, key: string, milliseconds: number, cleared: string | null | undefined): void {
      if (blocks.size >= CACHED_BLOCKS_MAX) blocks.delete(blocks.keys().next().value as string);
      blocks.set(`${name}:${key}`, { until: Date.now() + milliseconds, cleared });
    },
    delete: (name: string, key: string) => blocks.delete(`${name}:${key}`),
  };
}

function refusal(milliseconds: number): Refusal {
  return new Refusal('rate_limited', { retry_after: Math.max(1, Math.ceil(milliseconds / 1000)) });
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../../context.ts';
import { createBatcher } from '../../db/batch/batcher.ts';
import type { Database } from '../../db/database.ts';
import type { HiddenListener } from '../../db/hidden-listener.ts';
import type { CachedResponse, ReadVersions } from './response.ts';

/** After this part of its age a response is checked while it is sent, so that no request waits for the check. */
const EARLY_CHECK = 0.7;
/** How long a request waits for a check if it is safe to send without its result. */
const CHECK_TIMEOUT_MS = 250;
/** A database that has sent nothing for this long counts as unavailable. */
const SILENT_MS = 250;
const UNCHECKED_MAX_MS = 60_000;

type Parts = { ctx: Context; database: Database; listener: HiddenListener };

/** Decides whether a cached response may be sent. */
export function createFreshness({ ctx, database, listener }: Parts) {
  const { PAGE_CACHE_AGE_MS } = ctx.config;
  const batchers = new Map<ReadVersions, (response: CachedResponse) => Promise<boolean>>();

  /** One statement for many responses; each check starts after its caller did (`db/batch/batcher.ts`). */
  const check = (response: CachedResponse): Promise<boolean> => {
    const { readVersions } = response;
    const batcher =
      batchers.get(readVersions) ??
      createBatcher((batch: CachedResponse[]) => checkAll(readVersions, batch));
    batchers.set(readVersions, batcher);
    return batcher(response);
  };

  const checkAll = async (readVersions: ReadVersions, batch: CachedResponse[]) => {
    const responses = [...new Set(batch)];
    const began = performance.now();
    const site = await ctx.site.load();
    const versions = await readVersions(
      ctx,
      responses.map(({ request }) => request),
    );
    for (const [index, response] of responses.entries()) {
      const now = versions[index];
      const isSame =
        now?.own === response.version.own &&
        now.shown === response.version.shown &&
        response.site === site.version;
      if (isSame) response.checked_at = began;
      else response.is_invalid = true;
    }
    return batch.map(({ is_invalid }) => !is_invalid);
  };

  const isSilent = () => performance.now() - database.lastReplyAt() > SILENT_MS;
  const ageOf = (response: CachedResponse) => performance.now() - response.checked_at;
  const isExpired = ({ is_invalid, rendered_at, ttl_ms }: CachedResponse) =>
    is_invalid || performance.now() - rendered_at > ttl_ms;
  /** Whether a notification would have dropped it if its content had been hidden since the last check. */
  const isWatched = ({ checked_at }: CachedResponse) =>
    listener.isLive() && checked_at >= listener.liveSince();
  const isFresh = (response: CachedResponse) =>
    !isExpired(response) && ageOf(response) < PAGE_CACHE_AGE_MS && isWatched(response);

  return {
    /** Without a query. */
    isFresh,

    /** Checks a fresh response in the background when its age is nearly over. */
    checkEarly(response: CachedResponse): void {
      if (response.is_being_checked || ageOf(response) < PAGE_CACHE_AGE_MS * EARLY_CHECK) return;
      response.is_being_checked = true;
      // Without a result, the next request checks again.
      const done = () => {
        response.is_being_checked = false;
      };
      check(response).then(done, done);
    },

    /**
     * Checks in the database if necessary. Without a timely result the response is sent only if its content cannot have
     * been hidden: notifications arrive, or the database is silent, so that no transaction can have committed.
     */
    async isCurrent(response: CachedResponse): Promise<boolean> {
      if (isFresh(response)) return true;
      if (isExpired(response)) return false;
      const checked = check(response).catch(() => undefined);
      const timeout = sleep(CHECK_TIMEOUT_MS, undefined, { ref: false });
      const isSame = await (PAGE_CACHE_AGE_MS === 0 ? checked : Promise.race([checked, timeout]));
      // An invalidation may have dropped it meanwhile.
      if (isExpired(response)) return false;
      if (isSame !== undefined) return isSame;
      if (ageOf(response) > UNCHECKED_MAX_MS) return false;
      if (isWatched(response)) return true;
      // A check can fail at once for lack of a connection while the database serves others.
      if (!isSilent()) await sleep(SILENT_MS, undefined, { ref: false });
      return isSilent() && !isExpired(response);
    },
  };
}

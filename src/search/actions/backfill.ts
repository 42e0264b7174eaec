import type { Context } from '../../context.ts';
import {
  advanceBackfill,
  countLastIds,
  deleteBackfill,
  insertBackfill,
  listBackfill,
  lockBackfill,
  lockIdsAfter,
  type SearchKind,
} from '../store/backfill.ts';
import { indexNames } from './index-names.ts';
import { indexPosts } from './index-posts.ts';

const BATCH = 20;
/** Tags first: they are few, and suggested at once. */
const KINDS: SearchKind[] = ['tag', 'person', 'post'];

/**
 * Indexes the next posts, people or tags of all ids. Returns false if there is none left, or another
 * process does this. A worker calls it while no changes wait; it continues where it stopped.
 */
export async function backfillSearch(ctx: Context): Promise<boolean> {
  return ctx.tx(async (trx) => {
    const unfinished = await lockBackfill(trx, KINDS);
    if (!unfinished) return false;
    const ids = await lockIdsAfter(trx, unfinished.kind, unfinished.after_id, BATCH);
    const last = ids.at(-1);
    if (last === undefined) await deleteBackfill(trx, unfinished.kind);
    else {
      if (unfinished.kind === 'post') await indexPosts(ctx, trx, ids);
      else await indexNames(ctx, trx, unfinished.kind, ids);
      await advanceBackfill(trx, unfinished.kind, last);
    }
    return true;
  });
}

/** Begins to index everything again; what is not finished starts from the beginning only if `restart`. */
export async function startReindex(ctx: Context, restart: boolean): Promise<void> {
  await ctx.tx((trx) => insertBackfill(trx, KINDS, restart));
}

export type Progress = { kind: SearchKind; done: number; last: number };

/** Empty once everything is indexed. */
export async function getBackfillProgress(ctx: Pick<Context, 'db'>): Promise<Progress[]> {
  const started = await listBackfill(ctx.db);
  if (started.length === 0) return [];
  const last = await countLastIds(ctx.db);
  return started.map(({ kind, after_id }) => ({ kind, done: after_id, last: last[kind] }));
}

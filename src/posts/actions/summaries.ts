import { hiddenFrom } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PostSummary } from '../schema.ts';
import { listOwnSummaryRows, listSummaries } from '../store/summaries.ts';
import { withCards } from './derive-cards.ts';
import { presentSummary } from './present.ts';

/** D25: the public ones of the posts that another domain refers to, without those that the reader hides (D67). */
export async function listPublicSummaries(
  ctx: Context,
  viewer: Pick<Viewer, 'hidden'> | null,
  db: Db,
  ids: number[],
): Promise<Map<number, PostSummary>> {
  const rows = await withCards(ctx, await listSummaries(db, ids, hiddenFrom(viewer)));
  return new Map(rows.map((row) => [row.id, presentSummary(ctx, row)]));
}

/** The author's own ones in every state but deleted, for the author alone. */
export async function listOwnSummaries(
  ctx: Context,
  author: Viewer,
  ids: number[],
): Promise<Map<number, PostSummary>> {
  const rows = await withCards(ctx, await listOwnSummaryRows(ctx.readDb, author.uid, ids));
  return new Map(rows.map((row) => [row.id, presentSummary(ctx, row)]));
}

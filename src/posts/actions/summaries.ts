import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PostSummary } from '../schema.ts';
import { listSummaries } from '../store/summaries.ts';
import { withCards } from './derive-cards.ts';
import { presentSummary } from './present.ts';

/** D25: the public ones of the posts that another domain refers to. */
export async function listPublicSummaries(
  ctx: Context,
  db: Db,
  ids: number[],
): Promise<Map<number, PostSummary>> {
  const rows = await withCards(ctx, await listSummaries(db, ids));
  return new Map(rows.map((row) => [row.id, presentSummary(ctx, row)]));
}

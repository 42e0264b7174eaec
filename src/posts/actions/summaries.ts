import type { Context } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { PostSummary } from '../schema.ts';
import { everyPublicPost, listSummaries } from '../store/summaries.ts';
import { presentSummary } from './present.ts';

/** D25: what other domains show of posts they refer to; who is not public is not in it. */
export async function listPublicSummaries(
  ctx: Context,
  db: Db,
  ids: number[],
): Promise<Map<number, PostSummary>> {
  const rows = await listSummaries(db, ids);
  return new Map(rows.map((row) => [row.id, presentSummary(ctx, row)]));
}

/** D25 as a condition in a list of another domain: `post_id in (…)`. Never run by itself. */
export function everyPublicPostQuery(db: Db) {
  return everyPublicPost(db);
}

import type { Context, Viewer } from '../../context.ts';
import { listTitles } from '../store/titles.ts';

/** D25: by post id; a post that the viewer may not see has no entry. */
export async function findTitles(
  ctx: Context,
  viewer: Viewer,
  ids: number[],
): Promise<Map<number, string>> {
  const rows = await listTitles(ctx.db, viewer, ids);
  return new Map(rows.map((row) => [row.id, row.title]));
}

import type { Context } from '../../context.ts';
import { listReadCounts } from '../store.ts';

/** The reads of each post; zero for one that nobody has read. For their author. */
export async function findReads(ctx: Context, ids: number[]): Promise<(id: number) => number> {
  const rows = ids.length > 0 ? await listReadCounts(ctx.db, ids) : [];
  const byPost = new Map(rows.map(({ post_id, reads }) => [post_id, reads]));
  return (id) => byPost.get(id) ?? 0;
}

import type { Context } from '../../context.ts';
import type { Comment } from '../schema.ts';
import { findTextsOf, listHeldByRules } from '../store/holds.ts';
import { presentHeld } from './present.ts';

/** For the staff: what rules hold, oldest first. */
export async function listHeld(
  ctx: Context,
  { after, limit }: { after: { since: Date; id: number }; limit: number },
): Promise<{ comment: Comment; since: Date }[]> {
  const rows = await listHeldByRules(ctx.db, { after, limit });
  return rows.map((row) => ({ comment: presentHeld(ctx, row), since: row.held_at }));
}

/** For the staff: the texts of comments, whether or not readers see them. */
export function readCommentTexts(ctx: Context, ids: number[]): Promise<Map<number, string>> {
  return findTextsOf(ctx.db, ids);
}

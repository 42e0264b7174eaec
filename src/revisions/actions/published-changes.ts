import type { Context } from '../../context.ts';
import type { Comparison } from '../../posts/compare-texts.ts';
import { findPublishedEdit, listPublishedEdits } from '../../posts/store/shared/published-edits.ts';
import { Refusal } from '../../refusals.ts';
import type { PublishedChange } from '../schema.ts';

/** D25: nothing if the post is not public, or its author shows no changes: both look like a missing post. */
export async function listPublishedChanges(ctx: Context, id: number): Promise<PublishedChange[]> {
  const rows = await listPublishedEdits(ctx.readDb, id);
  if (rows.length === 0) throw new Refusal('not_found');
  ctx.dependencies.add('post', id, null);
  for (const { created_at } of rows) ctx.dependencies.addTime(created_at);
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() }));
}

/** Compared when the edit became public; a reader's request compares nothing. */
export async function getPublishedChange(
  ctx: Context,
  id: number,
  version: number,
): Promise<Comparison> {
  const row = await findPublishedEdit(ctx.readDb, id, version);
  if (!row) throw new Refusal('not_found');
  ctx.dependencies.add('post', id, null);
  return row.comparison;
}

import type { Context } from '../../context.ts';
import type { UserCard } from '../schema.ts';
import { selectCards } from '../store/cards.ts';
import { presentCard } from './present-user.ts';

/** By uid; deleted accounts have none. */
export async function listCards(ctx: Context, uids: number[]): Promise<Map<number, UserCard>> {
  const rows = await selectCards(ctx.db, [...new Set(uids)]);
  return new Map(rows.map((row) => [row.uid, presentCard(ctx, row)]));
}

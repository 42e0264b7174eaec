import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';

/** After `lockByHash`: the counter and the row in one transaction. */
export async function insertUse(
  trx: Trx,
  use: { invitation_id: number; uid: number; joined_at: Date },
): Promise<void> {
  await trx.insertInto('invitation_use').values(use).execute();
  await trx
    .updateTable('invitation')
    .set({ uses: sql<number>`uses + 1` })
    .where('id', '=', use.invitation_id)
    .execute();
}

/** A link has 100 uses at most, so a page of them is bounded. */
export function listJoined(db: Db, ids: number[]) {
  return db
    .selectFrom('invitation_use')
    .innerJoin('member_card', 'member_card.uid', 'invitation_use.uid')
    .select(['invitation_use.invitation_id', 'invitation_use.joined_at'])
    .select([...CARD_COLUMNS])
    .where('invitation_use.invitation_id', '=', sql<number>`any(${ids})`)
    .orderBy('invitation_use.id')
    .execute();
}

/** D15: the row stays, so that the counter of the invitation is right. */
export async function forgetMember(trx: Trx, uid: number): Promise<void> {
  await trx.updateTable('invitation_use').set({ uid: null }).where('uid', '=', uid).execute();
}

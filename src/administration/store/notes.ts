import type { Db, Trx } from '../../platform/db/database.ts';
import { CARD_COLUMNS } from '../../users/schema.ts';

/** The staff reads the last ones. */
const SHOWN_MAX = 100;

export function listNotes(db: Db, uid: number) {
  return db
    .selectFrom('staff_note')
    .innerJoin('member_card', 'member_card.uid', 'staff_note.author_uid')
    .select(['staff_note.id', 'staff_note.body', 'staff_note.created_at', ...CARD_COLUMNS])
    .where('staff_note.uid', '=', uid)
    .orderBy('staff_note.id', 'desc')
    .limit(SHOWN_MAX)
    .execute();
}

export async function insertNote(
  trx: Trx,
  note: { uid: number; author_uid: number; body: string; created_at: Date },
): Promise<void> {
  await trx.insertInto('staff_note').values(note).execute();
}

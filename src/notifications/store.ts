import type { Trx } from '../platform/db/database.ts';

export type NewNotice = { uid: number; kind: string; cause: string; created_at: Date };

export async function insertNotice(trx: Trx, notice: NewNotice): Promise<void> {
  await trx
    .insertInto('notification')
    .values(notice)
    .onConflict((conflict) => conflict.constraint('notification_once').doNothing())
    .execute();
}

export async function deleteNotices(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('notification').where('uid', '=', uid).execute();
}

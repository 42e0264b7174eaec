import type { Trx } from '../platform/db/database.ts';
import type { Messages } from '../platform/i18n.ts';
import { deleteNotices, insertNotice, type NewNotice } from './store.ts';

/** Notices about the account itself. They have no switch: nobody can turn them off. */
export type SystemNotice = keyof Messages['notices'];

/** Tells a user something, once per cause however often it is reported. */
export function notifyUser(trx: Trx, notice: NewNotice & { kind: SystemNotice }): Promise<void> {
  return insertNotice(trx, notice);
}

export function purgeNotices(trx: Trx, uid: number): Promise<void> {
  return deleteNotices(trx, uid);
}

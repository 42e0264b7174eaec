import type { Trx } from '../../platform/db/database.ts';
import { deleteAddressState } from '../store/addresses.ts';
import { deleteMailsOf } from '../store/mails.ts';
import { deleteMailTokensOf } from '../store/tokens.ts';

/** D15: also what was sent to the address before it had the account. */
export async function purgeMail(trx: Trx, uid: number, emailKey: string): Promise<void> {
  await deleteMailsOf(trx, uid, emailKey);
  await deleteMailTokensOf(trx, uid);
  await deleteAddressState(trx, emailKey);
}

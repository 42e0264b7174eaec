import type { Trx } from '../../platform/db/database.ts';
import type { NewMail } from './mails.ts';

/** In one statement. Returns the ids of those whose cause has not sent one already. */
export async function insertMails(trx: Trx, mails: NewMail[]): Promise<number[]> {
  const rows = await trx
    .insertInto('mail')
    .values(mails.map((mail) => ({ ...mail, data: JSON.stringify(mail.data) })))
    .onConflict((conflict) => conflict.column('cause').doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

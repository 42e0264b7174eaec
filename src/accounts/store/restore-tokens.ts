import type { Trx } from '../../platform/db/database.ts';

export async function insertRestoreToken(
  trx: Trx,
  token: { token_hash: Buffer; uid: number; expires_at: Date },
): Promise<void> {
  await trx.insertInto('restore_token').values(token).execute();
}

/** Uses up the token: of two concurrent callers, only one deletes the row. */
export async function takeRestoreToken(
  trx: Trx,
  uid: number,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .deleteFrom('restore_token')
    .where('uid', '=', uid)
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .returning('uid')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteStaleRestoreTokens(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom('restore_token').where('expires_at', '<', now).execute();
}

import type { Trx } from '../../platform/db/database.ts';

/** False if it was used before. */
export async function insertUsedChallenge(
  trx: Trx,
  challenge: Buffer,
  expiresAt: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('used_challenge')
    .values({ challenge, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge').doNothing())
    .returning('expires_at')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteExpiredChallenges(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom('used_challenge').where('expires_at', '<=', now).execute();
}

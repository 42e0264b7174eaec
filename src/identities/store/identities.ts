import type { Db, Trx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import { Refusal } from '../../refusals.ts';

export type NewIdentity = {
  uid: number;
  provider: string;
  issuer: string;
  subject: string;
  label: string;
  created_at: Date;
  last_used_at: Date;
};

export type Subject = { issuer: string; subject: string };

const COLUMNS = ['id', 'uid', 'provider', 'issuer', 'label', 'created_at', 'last_used_at'] as const;

/** ASVS 6.8.1: the subject of one issuer is never compared with that of another. */
export function selectIdentity(db: Db, { issuer, subject }: Subject) {
  return db
    .selectFrom('identity')
    .select(COLUMNS)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export function listIdentities(db: Db, uid: number) {
  return db
    .selectFrom('identity')
    .select(COLUMNS)
    .where('uid', '=', uid)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function insertIdentity(trx: Trx, identity: NewIdentity): Promise<number> {
  try {
    const { id } = await trx
      .insertInto('identity')
      .values(identity)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'identity_taken') throw new Refusal('identity_taken');
    if (constraint === 'identity_one_per_provider') throw new Refusal('provider_connected');
    throw error;
  }
}

/** False if it was disconnected meanwhile. */
export async function touchIdentity(
  trx: Trx,
  id: number,
  uid: number,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('identity')
    .set({ last_used_at: now })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function deleteIdentity(trx: Trx, uid: number, id: number) {
  return trx
    .deleteFrom('identity')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .returning(['provider', 'label'])
    .executeTakeFirst();
}

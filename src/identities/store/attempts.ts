import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';

export type Purpose = 'log_in' | 'link' | 'confirm' | 'complete';

export type AttemptRow = {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: string;
  purpose: Purpose;
  session_id: string | null;
  sealed: Buffer;
  created_at: Date;
  expires_at: Date;
};

type Key = Pick<AttemptRow, 'state_hash' | 'browser_hash'>;

export async function insertAttempt(trx: TrxOrAutocommit, attempt: AttemptRow): Promise<void> {
  await trx.insertInto('sign_in_attempt').values(attempt).execute();
}

export function selectAttempt(db: Db, key: Key, now: Date) {
  return db
    .selectFrom('sign_in_attempt')
    .select(['provider', 'purpose', 'session_id', 'sealed', 'created_at'])
    .where('state_hash', '=', key.state_hash)
    .where('browser_hash', '=', key.browser_hash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Uses it up: of two concurrent requests, only one deletes the row. */
export function takeAttempt(trx: TrxOrAutocommit, key: Key, provider: string, now: Date) {
  return trx
    .deleteFrom('sign_in_attempt')
    .where('state_hash', '=', key.state_hash)
    .where('browser_hash', '=', key.browser_hash)
    .where('provider', '=', provider)
    .where('expires_at', '>', now)
    .returning(['provider', 'purpose', 'session_id', 'sealed', 'created_at'])
    .executeTakeFirst();
}

export async function deleteExpiredAttempts(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom('sign_in_attempt').where('expires_at', '<=', now).execute();
}

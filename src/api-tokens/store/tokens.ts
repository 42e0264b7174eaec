import { sql } from 'kysely';
import { hiddenUidsSql } from '../../blocks/store/shared.ts';
import { batchedFind } from '../../platform/db/batch/batched-read.ts';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { lacksFactorSql } from '../../second-factors/store/shared.ts';
import type { Scope } from '../rules.ts';

const LISTED = ['id', 'name', 'scopes', 'created_at', 'expires_at', 'last_used_at'] as const;

export type TokenRow = Awaited<ReturnType<typeof selectTokensOf>>[number];

/** Newest first. There are few of them. */
export async function selectTokensOf(db: Db, uid: number) {
  const rows = await db
    .selectFrom('api_token')
    .select(LISTED)
    .where('uid', '=', uid)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, scopes: row.scopes as Scope[] }));
}

type NewToken = {
  uid: number;
  token_hash: Buffer;
  name: string;
  scopes: Scope[];
  created_at: Date;
  expires_at: Date | null;
};

export async function insertToken(trx: Trx, token: NewToken): Promise<number> {
  const { id } = await trx
    .insertInto('api_token')
    .values(token)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteToken(trx: Trx, uid: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('api_token')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteTokensOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('api_token').where('uid', '=', uid).execute();
}

export async function deleteExpiredTokens(trx: Trx, before: Date, limit: number): Promise<number> {
  const expired = trx
    .selectFrom('api_token')
    .select('id')
    .where('expires_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('api_token')
    .where('id', 'in', expired)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const selectTokensWithUsersQuery = prepareQuery((db, { hashes }: Params<{ hashes: string[] }>) =>
  db
    .selectFrom('api_token')
    .innerJoin('users', 'users.uid', 'api_token.uid')
    .select(sql<string>`encode(api_token.token_hash, 'hex')`.as('hash'))
    .select(['api_token.id', 'api_token.uid', 'api_token.scopes', 'api_token.expires_at'])
    .select(['api_token.last_used_at', 'users.role', 'users.status', 'users.exp'])
    .select(['users.checked_in_on', 'users.accepted_terms', lacksFactorSql.as('lacks_factor')])
    .select(hiddenUidsSql(sql.ref('users.uid')).as('hidden'))
    .where(
      'api_token.token_hash',
      '=',
      sql<Buffer>`any(array(select decode(one, 'hex') from unnest(${hashes}::text[]) as one))`,
    ),
);

/** D12: the token and its member on every request, as sessions are read: a revoked one ends with the next request. */
export const findTokenWithUser = batchedFind(
  (db, hashes: string[]) => selectTokensWithUsersQuery(db, { hashes }),
  ({ hash }) => hash,
);

/** One write an hour, whatever the number of requests and processes. */
export async function updateLastUse(db: TrxOrAutocommit, id: number, hour: Date): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ last_used_at: hour })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', hour)]))
    .execute();
}

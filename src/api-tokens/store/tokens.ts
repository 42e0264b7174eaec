import { sql } from 'kysely';
import { hiddenUidsSql } from '../../blocks/store/shared.ts';
import { batchedFindByColumns } from '../../platform/db/batch/batched-read.ts';
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
    .select(['uid', 'id'])
    .where('expires_at', '<', before)
    .limit(limit);
  const { numDeletedRows } = await trx
    .deleteFrom('api_token')
    .where(({ eb, refTuple }) => eb(refTuple('uid', 'id'), 'in', expired.$asTuple('uid', 'id')))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

type TokenKey = { uid: number; hash: string };

const selectTokensWithUsersQuery = prepareQuery(
  (db, { uids, hashes }: Params<{ uids: number[]; hashes: string[] }>) =>
    db
      .selectFrom(
        sql<TokenKey>`unnest(${uids}::bigint[], ${hashes}::text[])`.as<'asked'>(
          sql`asked (uid, hash)`,
        ),
      )
      .innerJoin('api_token', (join) =>
        join
          .onRef('api_token.uid', '=', 'asked.uid')
          .on('api_token.token_hash', '=', sql<Buffer>`decode(asked.hash, 'hex')`),
      )
      .innerJoin('users', 'users.uid', 'api_token.uid')
      .select(['asked.hash', 'api_token.id', 'api_token.uid', 'api_token.scopes'])
      .select(['api_token.expires_at', 'api_token.last_used_at', 'users.role', 'users.status'])
      .select(['users.exp', 'users.checked_in_on', 'users.accepted_terms'])
      .select(lacksFactorSql.as('lacks_factor'))
      .select(hiddenUidsSql(sql.ref('users.uid')).as('hidden')),
);

/** D12: the token and its member on every request, as sessions are read: a revoked one ends with the next request. */
export const findTokenWithUser = batchedFindByColumns(
  (db, keys: TokenKey[]) =>
    selectTokensWithUsersQuery(db, {
      uids: keys.map(({ uid }) => uid),
      hashes: keys.map(({ hash }) => hash),
    }),
  ({ uid, hash }) => `${uid}.${hash}`,
);

/** One write an hour, whatever the number of requests and processes. */
export async function updateLastUse(
  db: TrxOrAutocommit,
  uid: number,
  id: number,
  hour: Date,
): Promise<void> {
  await db
    .updateTable('api_token')
    .set({ last_used_at: hour })
    .where('uid', '=', uid)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', hour)]))
    .execute();
}

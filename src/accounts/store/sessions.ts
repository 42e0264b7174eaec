import { sql } from 'kysely';
import { hiddenUidsSql } from '../../blocks/store/shared.ts';
import { batchedFindByColumns } from '../../platform/db/batch/batched-read.ts';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { lacksFactorSql } from '../../second-factors/store/shared.ts';
import type { Transport } from '../tokens.ts';

/** The columns that a token is checked against. */
const TOKEN_COLUMNS = [
  'session.id',
  'session.uid',
  'session.transport',
  'session.salt',
  'session.generation',
  'session.child_seen',
  'session.access_expires_at',
  'session.parent_access_expires_at',
  'session.idle_expires_at',
  'session.absolute_expires_at',
  'session.last_used_at',
  'session.ended_at',
] as const;

const SESSION_COLUMNS = [
  ...TOKEN_COLUMNS,
  'session.rotated_at',
  'session.ip',
  'session.user_agent',
  'session.remark',
  'session.created_at',
  'session.confirmed_at',
  'session.method',
] as const;

export type Session = NonNullable<Awaited<ReturnType<typeof lockSession>>>;

export type NewSession = {
  id: string;
  uid: number;
  user_status: string;
  transport: Transport;
  salt: Buffer;
  rotated_at: Date;
  access_expires_at: Date;
  idle_expires_at: Date;
  absolute_expires_at: Date;
  ip: string | null;
  user_agent: string;
  created_at: Date;
  last_used_at: Date;
  confirmed_at: Date;
  method: string;
};

/** Whether the account was ever used: ended sessions stay for months. */
export async function hasSession(trx: Trx, uid: number): Promise<boolean> {
  const row = await trx
    .selectFrom('session')
    .select('id')
    .where('uid', '=', uid)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function insertSession(trx: Trx, session: NewSession) {
  return trx
    .insertInto('session')
    .values(session)
    .returning(SESSION_COLUMNS)
    .executeTakeFirstOrThrow();
}

type SessionKey = { uid: number; id: string };

const withUsers = (db: Db) =>
  db
    .selectFrom('session')
    .innerJoin('users', 'users.uid', 'session.uid')
    .select([...TOKEN_COLUMNS, 'users.role', 'users.status', 'users.banned_until', 'users.exp'])
    .select(['users.checked_in_on', 'users.accepted_terms'])
    // In the same read.
    .select(lacksFactorSql.as('lacks_factor'))
    // D67: one index entry for a member who hides nobody.
    .select(hiddenUidsSql(sql.ref('users.uid')).as('hidden'));

/** For a lone caller: faster, and only one shard is asked. */
const selectSessionWithUserQuery = prepareQuery((db, { uid, id }: Params<SessionKey>) =>
  withUsers(db).where('session.uid', '=', uid).where('session.id', '=', id),
);

const selectSessionsWithUsersQuery = prepareQuery(
  (db, { uids, ids }: Params<{ uids: number[]; ids: string[] }>) =>
    withUsers(db).innerJoin(
      sql<SessionKey>`unnest(${uids}::bigint[], ${ids}::text[])`.as<'asked'>(sql`asked (uid, id)`),
      (join) => join.onRef('asked.uid', '=', 'session.uid').onRef('asked.id', '=', 'session.id'),
    ),
);

/**
 * D12: the session and its user by primary key, in one read, on every request. Concurrent requests share a batched
 * read that starts after each of them arrived, so a session that ended before is never taken for alive.
 */
export const findSessionWithUser = batchedFindByColumns(
  (db, keys: SessionKey[]) => {
    const [key, ...others] = keys;
    if (key && others.length === 0) return selectSessionWithUserQuery(db, key);
    return selectSessionsWithUsersQuery(db, {
      uids: keys.map(({ uid }) => uid),
      ids: keys.map(({ id }) => id),
    });
  },
  ({ uid, id }) => `${uid}.${id}`,
);

export async function selectConfirmedAt(
  db: Db,
  uid: number,
  id: string,
): Promise<Date | null | undefined> {
  const row = await db
    .selectFrom('session')
    .select('confirmed_at')
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.confirmed_at;
}

export function lockSession(trx: Trx, uid: number, id: string) {
  return trx
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .where('uid', '=', uid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSession(
  trx: TrxOrAutocommit,
  uid: number,
  id: string,
  changes: Partial<{
    salt: Buffer;
    generation: number;
    child_seen: boolean;
    rotated_at: Date;
    access_expires_at: Date;
    parent_access_expires_at: Date | null;
    idle_expires_at: Date;
    user_status: string;
    ip: string | null;
    user_agent: string;
    last_used_at: Date;
    confirmed_at: Date;
  }>,
) {
  return trx
    .updateTable('session')
    .set(changes)
    .where('uid', '=', uid)
    .where('id', '=', id)
    .returning(SESSION_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Newest first; the current session is not sorted to the top, so that pages stay stable. */
export function listSessions(
  db: Db,
  uid: number,
  now: Date,
  page: { limit: number; after: [string, string] | undefined },
) {
  let query = db
    .selectFrom('session')
    .select(SESSION_COLUMNS)
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .where('idle_expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1);
  if (page.after) {
    const [created, id] = page.after;
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'id'), '<', tuple(new Date(created), id)),
    );
  }
  return query.execute();
}

/** Updates only the user's own session; another member's id matches no row. */
export async function updateRemark(
  trx: Trx,
  uid: number,
  id: string,
  remark: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('session')
    .set({ remark })
    .where('id', '=', id)
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

import { sql } from 'kysely';
import { batchedFind } from '../../platform/db/batch/batched-read.ts';
import type { Db, Trx, TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { Transport } from '../tokens.ts';

/** What says whether a token is good. */
const PROOF = [
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

const SESSION = [
  ...PROOF,
  'session.rotated_at',
  'session.ip',
  'session.user_agent',
  'session.remark',
  'session.created_at',
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
};

export function insertSession(trx: Trx, session: NewSession) {
  return trx.insertInto('session').values(session).returning(SESSION).executeTakeFirstOrThrow();
}

const sessionsWithUsers = prepareQuery((db, { ids }: Params<{ ids: string[] }>) =>
  db
    .selectFrom('session')
    .innerJoin('users', 'users.uid', 'session.uid')
    .select([...PROOF, 'users.role', 'users.status', 'users.exp', 'users.checked_in_on'])
    .where('session.id', '=', sql<string>`any(${ids})`),
);

/**
 * D12: the session and its user by primary key, in one read, on every request. Requests of one moment share it: each
 * is asked for after it has come, so what has ended before is never taken for alive.
 */
export const findSessionWithUser = batchedFind(
  (db, ids: string[]) => sessionsWithUsers(db, { ids }),
  ({ id }) => id,
);

export function lockSession(trx: Trx, id: string) {
  return trx
    .selectFrom('session')
    .select(SESSION)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateSession(
  trx: TrxOrAutocommit,
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
  }>,
) {
  return trx
    .updateTable('session')
    .set(changes)
    .where('id', '=', id)
    .returning(SESSION)
    .executeTakeFirstOrThrow();
}

/** Newest first; the current one is marked by the caller, not sorted, so that pages stay stable. */
export function listSessions(
  db: Db,
  uid: number,
  now: Date,
  page: { limit: number; after: [string, string] | undefined },
) {
  let query = db
    .selectFrom('session')
    .select(SESSION)
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

/** Only the user's own: somebody else's id finds nothing, like one that never existed. */
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

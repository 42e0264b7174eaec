import { type AliasableExpression, type SqlBool, sql } from 'kysely';
import type { Role, UserStatus } from '../../context.ts';
import { inviterSql } from '../../invitations/store/shared.ts';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, LAST_LETTER, PAGE_ROWS } from '../../platform/db/keyset.ts';
import type { CardRow } from '../../users/schema.ts';

const PERSON_COLUMNS = [
  'users.uid',
  'users.username',
  'users.avatar_key',
  'users.exp',
  'users.username_key',
  'users.email',
  'users.role',
  'users.status',
  'users.banned_until',
  'users.created_at',
  'users.deleted_at',
] as const;

/** Literals, not parameters, so that the planner can use the partial indexes on staff and banned members. */
const ROLE_IS = {
  member: sql<SqlBool>`users.role = 'member'`,
  admin: sql<SqlBool>`users.role = 'admin'`,
  owner: sql<SqlBool>`users.role = 'owner'`,
};
const STATUS_IS = {
  active: sql<SqlBool>`users.status = 'active'`,
  banned: sql<SqlBool>`users.status = 'banned'`,
};

export type PeopleFilter = { role?: Role; status?: UserStatus };
export type PersonRow = Awaited<ReturnType<typeof listByUid>>[number];

/** Newest first. */
export function listByUid(db: Db, filter: PeopleFilter, now: Date, page: KeysetPage<number>) {
  let found = selectPeople(db, filter).orderBy('users.uid', 'desc').limit(PAGE_ROWS);
  if (page.after !== undefined) found = found.where('users.uid', '<', page.after);
  return joinCounts(db, found, now)
    .orderBy('person.uid', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** By name. A range rather than LIKE, so that a prepared statement uses the index for any prefix. */
export function listByName(
  db: Db,
  filter: PeopleFilter & { prefix: string; but: number },
  now: Date,
  page: KeysetPage<string>,
) {
  const found = selectPeople(db, filter)
    .where('users.username_key', '>=', filter.prefix)
    .where('users.username_key', '<', filter.prefix + LAST_LETTER)
    .where('users.username_key', '>', page.after ?? '')
    .where('users.uid', '<>', filter.but)
    .orderBy('users.username_key')
    .limit(PAGE_ROWS);
  return joinCounts(db, found, now)
    .orderBy('person.username_key')
    .limit(page.limit + 1)
    .execute();
}

export function findByUid(db: Db, filter: PeopleFilter, now: Date, uid: number) {
  return joinCounts(
    db,
    selectPeople(db, filter).where('users.uid', '=', uid),
    now,
  ).executeTakeFirst();
}

function selectPeople(db: Db, { role, status }: PeopleFilter) {
  let found = db.selectFrom('users').select(PERSON_COLUMNS);
  if (role) found = found.where(ROLE_IS[role]);
  if (status) found = found.where(STATUS_IS[status]);
  return found;
}

type MemberRow = Omit<CardRow, 'level'> & {
  exp: number;
  username_key: string | null;
  email: string | null;
  role: string;
  status: string;
  banned_until: Date | null;
  created_at: Date;
  deleted_at: Date | null;
};

/** Joins the balance and the number of live sessions to the rows of one page only. */
function joinCounts(db: Db, found: AliasableExpression<MemberRow>, now: Date) {
  return db
    .selectFrom(found.as('person'))
    .leftJoin('energy_account as account', 'account.uid', 'person.uid')
    .selectAll('person')
    .select(({ selectFrom, fn }) => [
      fn.coalesce('account.balance', sql.lit(0)).as('balance'),
      selectFrom('session')
        .select(fn.countAll<number>().as('count'))
        .whereRef('session.uid', '=', 'person.uid')
        .where('session.ended_at', 'is', null)
        .where('session.idle_expires_at', '>', now)
        .where('session.absolute_expires_at', '>', now)
        .as('session_count'),
      inviterSql(sql.ref('person.uid')).as('inviter_uid'),
    ]);
}

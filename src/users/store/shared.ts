import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The version of a joined card, for cached pages. A text, so that rows and JSON have the same. */
export const cardVersionSql = sql<string>`member_card.version::text`.as('user_version');

/** The columns of a `CardRow`, of the table or alias `card`. */
export function cardSql(card = 'member_card'): RawBuilder<unknown> {
  return sql.join(
    ['uid', 'username', 'avatar_key', 'level'].map((column) => sql.ref(`${card}.${column}`)),
  );
}

/** The same as JSON, with other pairs after them. */
export function cardJsonSql(card: string, more = sql``): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${card}.${name}`);
  return sql`json_build_object('uid', ${column('uid')}, 'username', ${column('username')},
    'avatar_key', ${column('avatar_key')}, 'level', ${column('level')}${more})`;
}

/**
 * D15: false for rows of a deleted account; true without a uid. Few accounts are deleted, and a partial index has them, so
 * this costs a list next to nothing. A literal: with a parameter the planner could not use that index. `offset 0` makes it
 * a look-up for each row: as a join, PostgreSQL 15 expects it to leave a single row, and reads and sorts a whole list.
 */
export function isNotDeletedSql(uid: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`not exists (
    select from member_card hidden where hidden.uid = ${uid} and hidden.state = 'deleted' offset 0)`;
}

/**
 *
 * deletion that comes now waits for its lock (`lockForStatus`). Nothing else does: gains of exp change these rows all the
 * time. In the order of their uids, as everybody locks members. No lock of cards: on a cluster that is one lock for all.
 */
export function activeMembersSql(uids: number[]): RawBuilder<unknown> {
  return sql`
    select uid from users where uid = any(${uids}::bigint[]) and status = 'active' and deleted_at is null
     order by uid for key share`;
}

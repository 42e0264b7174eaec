import { sql } from 'kysely';
import type { Hidden } from '../blocks/rules.ts';
import { notHiddenSql } from '../blocks/store/shared.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { type KeysetPage, LAST_LETTER, PAGE_ROWS } from '../platform/db/keyset.ts';
import { announce } from '../platform/live/announcements.ts';
import { CARD_COLUMNS, type CardRow } from '../users/schema.ts';
import { cardSql, isNotDeletedSql } from '../users/store/shared.ts';

/** Found in `users`, whose index has the names. */
type SearchedRow = Omit<CardRow, 'level'> & { exp: number; sort_key: string };

/**
 * A08: omits deleted and banned users, D67: those whom the reader hides, and reads only the columns of a card. A range, not LIKE: a prepared statement
 * uses the index for any prefix.
 */
export async function searchCards(
  db: Db,
  { prefix, uid, hidden }: { prefix: string; uid: number; hidden: Hidden },
  page: KeysetPage<string>,
): Promise<SearchedRow[]> {
  const first = page.after === undefined;
  const after = page.after ?? '';
  const isShown = notHiddenSql(sql.ref('uid'), hidden);
  const { rows } = await sql<SearchedRow>`
    with named as (
      select username_key as sort_key, uid, username, avatar_key, exp from users
       where username_key >= ${prefix} and username_key < ${prefix + LAST_LETTER}
         and username_key > ${after} and uid <> ${uid} and status = 'active' and deleted_at is null and ${isShown}
       order by username_key limit ${page.limit + 1}
    ), numbered as (
      select '' as sort_key, uid, username, avatar_key, exp from users
       where uid = ${uid} and ${first}::boolean and status = 'active' and deleted_at is null and ${isShown}
    )
    select sort_key, uid, username, avatar_key, exp from numbered
    union all
    select sort_key, uid, username, avatar_key, exp from named
    order by sort_key limit ${page.limit + 1}`.execute(db);
  return rows;
}

const CHANGE = [
  'id',
  'uid',
  'username',
  'signature',
  'escrow',
  'state',
  'undone',
  'created_at',
] as const;
type ChangeKey = { uid: number; id: number };
export type ChangeRow = NonNullable<Awaited<ReturnType<typeof findChange>>>;

/** A literal: with a parameter, a prepared statement does not use the partial indexes of open changes. */
const PENDING = sql.lit('pending');

/** D39: undefined if the member has another pending change, by the unique index of open changes. */
/** Announced to the staff, like its end. */
export function insertChange(
  trx: Trx,
  change: {
    uid: number;
    username: string | null;
    signature: string | null;
    escrow: number;
    created_at: Date;
  },
): Promise<ChangeRow | undefined> {
  announce(trx, 'queue');
  return trx
    .insertInto('profile_change')
    .values({ ...change, state: 'pending' })
    .onConflict((conflict) => conflict.doNothing())
    .returning(CHANGE)
    .executeTakeFirst();
}

/** For the staff, who start from an id. */
export async function findChangeOwner(db: Db, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('profile_change')
    .select('uid')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.uid;
}

export function findChange(db: Db, { uid, id }: ChangeKey) {
  return db
    .selectFrom('profile_change')
    .select(CHANGE)
    .where('uid', '=', uid)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function findOpenChange(db: Db, uid: number): Promise<ChangeRow | undefined> {
  return db
    .selectFrom('profile_change')
    .select(CHANGE)
    .where('uid', '=', uid)
    .where('state', '=', PENDING)
    .executeTakeFirst();
}

/** Oldest first, without changes of deleted accounts (D15). */
export function listOpenChanges(db: Db, page: KeysetPage<number>) {
  let query = db
    .selectFrom('profile_change')
    .select(CHANGE)
    .where('state', '=', PENDING)
    .where(isNotDeletedSql(sql.ref('profile_change.uid')));
  if (page.after !== undefined) query = query.where('id', '>', page.after);
  return db
    .selectFrom(query.orderBy('id').limit(PAGE_ROWS).as('change'))
    .innerJoin('member_card', 'member_card.uid', 'change.uid')
    .select([
      ...CARD_COLUMNS,
      'member_card.signature',
      'change.id',
      'change.username as requested_username',
      'change.signature as requested_signature',
      'change.escrow',
      'change.created_at',
    ])
    .orderBy('change.id')
    .limit(page.limit + 1)
    .execute();
}

export async function listOpenChangesAfter(
  db: Db,
  { since, id }: { since: Date; id: number },
  limit: number,
) {
  const { rows } = await sql<
    CardRow & {
      id: number;
      created_at: Date;
      signature: string;
      requested_username: string | null;
      requested_signature: string | null;
    }
  >`
    select ${cardSql('card')}, card.signature, change.id, change.created_at,
           change.username as requested_username, change.signature as requested_signature
      from profile_change change join member_card card on card.uid = change.uid and card.state <> 'deleted'
     where change.state = 'pending' and (change.created_at, change.id) > (${since}::timestamptz, ${id}::bigint)
     order by change.created_at, change.id limit ${limit}`.execute(db);
  return rows;
}

export type Verdict = {
  state: 'accepted' | 'refused' | 'withdrawn';
  decided_at: Date;
  /** Undefined if the review is switched off or the member withdrew the change. */
  decided_by?: number;
  reason?: string;
};

/** True for the call that closed it. */
export async function closeChange(
  trx: Trx,
  { uid, id }: ChangeKey,
  verdict: Verdict,
): Promise<boolean> {
  announce(trx, 'queue');
  const closed = await trx
    .updateTable('profile_change')
    .set(verdict)
    .where('uid', '=', uid)
    .where('id', '=', id)
    .where('state', '=', PENDING)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** After an undo; the caller has checked that the member has no other pending change. */
export async function reopenChange(trx: Trx, { uid, id }: ChangeKey): Promise<void> {
  await trx
    .updateTable('profile_change')
    .set((eb) => ({
      state: 'pending',
      decided_at: null,
      decided_by: null,
      reason: '',
      undone: eb('undone', '+', 1),
    }))
    .where('uid', '=', uid)
    .where('id', '=', id)
    .execute();
}

/** D15: keeps the rows, without their values and reasons. */
export async function emptyChanges(trx: Trx, uid: number): Promise<void> {
  await trx
    .updateTable('profile_change')
    .set({ username: null, signature: null, reason: '' })
    .where('uid', '=', uid)
    .execute();
}

/** D39: false if the name is in use or claimed. Waits for a concurrent claim of the same name. */
export async function insertClaim(trx: Trx, uid: number, username_key: string): Promise<boolean> {
  const claimed = await trx
    .insertInto('username_claim')
    .values({ uid, username_key })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uid')
    .executeTakeFirst();
  return claimed !== undefined;
}

export async function deleteClaims(trx: Trx, uid: number, except: string | null): Promise<void> {
  await trx
    .deleteFrom('username_claim')
    .where('uid', '=', uid)
    .where('username_key', 'is distinct from', except)
    .execute();
}

import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import type { KeysetPage } from '../../platform/db/keyset.ts';
import { Refusal } from '../../refusals.ts';

const FACTS = [
  'invitation.id',
  'invitation.uses',
  'invitation.uses_max',
  'invitation.note',
  'invitation.sent_to',
  'invitation.created_at',
  'invitation.expires_at',
  'invitation.revoked_at',
] as const;

export type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number];

/** Newest first. Without a uid: of everybody. */
export function listInvitations(db: Db, uid: number | undefined, page: KeysetPage<number>) {
  let found = select(db)
    .orderBy('invitation.id', 'desc')
    .limit(page.limit + 1);
  if (uid !== undefined) found = found.where('invitation.uid', '=', uid);
  if (page.after !== undefined) found = found.where('invitation.id', '<', page.after);
  return found.execute();
}

export function getInvitation(db: Db, id: number) {
  return select(db).where('invitation.id', '=', id).executeTakeFirstOrThrow();
}

export function findByHash(db: Db, token_hash: Buffer) {
  return select(db).where('invitation.token_hash', '=', token_hash).executeTakeFirst();
}

/** Of two registrations with the last use, the second waits here and then finds it used up. */
export function lockByHash(trx: Trx, token_hash: Buffer) {
  return select(trx)
    .where('invitation.token_hash', '=', token_hash)
    .forNoKeyUpdate('invitation')
    .executeTakeFirst();
}

export function lockById(trx: Trx, id: number) {
  return select(trx)
    .where('invitation.id', '=', id)
    .forNoKeyUpdate('invitation')
    .executeTakeFirst();
}

/** With its inviter, on whom it depends whether it can be used. */
function select(db: Db) {
  return db
    .selectFrom('invitation')
    .innerJoin('users', 'users.uid', 'invitation.uid')
    .select(FACTS)
    .select([
      'users.uid',
      'users.username',
      'users.avatar_key',
      'users.exp',
      'users.role',
      'users.status',
      'users.deleted_at',
    ]);
}

type NewRow = {
  uid: number;
  token_hash: Buffer;
  uses_max: number;
  note: string;
  created_at: Date;
  expires_at: Date;
  sent_to: string | null;
  sent_on: string | null;
};

export async function insertInvitation(trx: Trx, invitation: NewRow): Promise<number> {
  try {
    const { id } = await trx
      .insertInto('invitation')
      .values(invitation)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  } catch (error) {
    if (violatedConstraint(error) === 'invitation_sent_once') throw new Refusal('invitation_sent');
    throw error;
  }
}

/** Links of the member that can still be used, counted up to the limit. */
export async function countOpen(db: Db, uid: number, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('invitation')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uid', '=', uid)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where(sql<boolean>`uses < uses_max`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function setRevoked(trx: Trx, id: number, now: Date): Promise<void> {
  await trx.updateTable('invitation').set({ revoked_at: now }).where('id', '=', id).execute();
}

/** D15: of a purged member. Whoever joined through the links still did. */
export async function emptyInvitationsOf(trx: Trx, uid: number, now: Date): Promise<void> {
  await trx
    .updateTable('invitation')
    .set({
      note: '',
      sent_to: null,
      // Another value of the same length, so that nothing of the link is left.
      token_hash: sql<Buffer>`sha256(convert_to('purged ' || id, 'utf8'))`,
      revoked_at: sql<Date>`coalesce(revoked_at, ${now})`,
    })
    .where('uid', '=', uid)
    .execute();
}

/** Those that nobody used. Of the others only the address goes. */
export async function sweepEnded(trx: Trx, before: Date, limit: number): Promise<number> {
  const ended = trx
    .selectFrom('invitation')
    .select('id')
    .where('expires_at', '<', before)
    .where(sql<boolean>`(uses = 0 or sent_to is not null)`)
    .orderBy('expires_at')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const ids = (await ended.execute()).map(({ id }) => id);
  if (ids.length === 0) return 0;
  await trx
    .deleteFrom('invitation')
    .where('id', '=', sql<number>`any(${ids})`)
    .where('uses', '=', 0)
    .execute();
  await trx
    .updateTable('invitation')
    .set({ sent_to: null })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  return ids.length;
}

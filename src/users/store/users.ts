import { sql, type Updateable } from 'kysely';
import type { Role, UserStatus } from '../../context.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { violatedConstraint } from '../../platform/db/errors.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import type { DB } from '../../platform/db/schema.ts';
import { Refusal } from '../../refusals.ts';
import { CARD_SOURCE, storeCard } from './cards.ts';

export type NewUser = {
  email: string;
  email_key: string;
  /** Null: the member logs in by a passkey or another provider. */
  password_hash: string | null;
  role: Role;
  created_at: Date;
  locale?: string;
  /** The provider that the member signs in through has verified the address. */
  email_verified_at?: Date;
};

type UserChanges = Updateable<DB['users']>;

const COLUMNS = [
  'uid',
  'email',
  'email_key',
  'email_verified_at',
  'locale',
  'password_hash',
  'username',
  'avatar_key',
  'exp',
  'checked_in_on',
  'follows_public',
  'feeds_full',
  'signature',
  'signature_lang',
  'second_factor',
  'role',
  'status',
  'banned_until',
  'created_at',
  'deleted_at',
] as const;

export async function insertUser(trx: Trx, user: NewUser) {
  try {
    const created = await trx
      .insertInto('users')
      .values(user)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await Promise.all([
      trx.insertInto('user_count').values({ uid: created.uid }).execute(),
      storeCard(trx, created),
    ]);
    return created;
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === 'users_email_taken') throw new Refusal('email_taken');
    // The set-up page returns 404 once there is an owner; losing the race looks the same.
    if (constraint === 'users_one_owner') throw new Refusal('not_found');
    throw error;
  }
}

export function selectByEmail(db: Db, emailKey: string) {
  return db
    .selectFrom('users')
    .select(COLUMNS)
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

const selectUser = (db: Db, { uid }: Params<{ uid: number }>) =>
  db.selectFrom('users').select(COLUMNS).where('uid', '=', uid);
const selectUserQuery = prepareQuery(selectUser);
const lockUserQuery = prepareQuery((db, params: Params<{ uid: number }>) =>
  selectUser(db, params).forNoKeyUpdate(),
);

export async function selectByUid(db: Db, uid: number) {
  const [user] = await selectUserQuery(db, { uid });
  return user;
}

export async function lockByUid(trx: Trx, uid: number) {
  const [user] = await lockUserQuery(trx, { uid });
  return user;
}

const lockStateQuery = prepareQuery((db, { uid }: Params<{ uid: number }>) =>
  db.selectFrom('users').select(['status', 'deleted_at']).where('uid', '=', uid).forShare(),
);

export async function lockStateForShare(trx: Trx, uid: number) {
  const [user] = await lockStateQuery(trx, { uid });
  return user;
}

export async function updatePassword(
  trx: Trx,
  uid: number,
  hash: string | null,
  keepSession: string,
): Promise<void> {
  // Read by the trigger that ends the user's sessions.
  await sql`select set_config('lamplight.keep_session', ${keepSession}, true)`.execute(trx);
  await trx.updateTable('users').set({ password_hash: hash }).where('uid', '=', uid).execute();
}

/** Null: the member must set one before logging in with it. */
export async function removePassword(trx: Trx, uid: number): Promise<void> {
  await sql`select set_config('lamplight.keep_session', '', true)`.execute(trx);
  await trx.updateTable('users').set({ password_hash: null }).where('uid', '=', uid).execute();
}

export type EmailChange = { email: string; email_key: string; email_verified_at: Date };

export async function updateEmail(trx: Trx, uid: number, change: EmailChange): Promise<void> {
  try {
    await trx.updateTable('users').set(change).where('uid', '=', uid).execute();
  } catch (error) {
    if (violatedConstraint(error) === 'users_email_taken') throw new Refusal('email_taken');
    throw error;
  }
}

export async function updateEmailVerified(trx: Trx, uid: number, now: Date): Promise<void> {
  await trx.updateTable('users').set({ email_verified_at: now }).where('uid', '=', uid).execute();
}

/** Whether an undo can give this address back to its former account. */
export async function selectReserved(db: Db, emailKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('email_change')
    .select('id')
    .where('old_email_key', '=', emailKey)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** The language of mails. */
export async function updateLocale(trx: Trx, uid: number, locale: string): Promise<void> {
  await trx.updateTable('users').set({ locale }).where('uid', '=', uid).execute();
}

export async function updateRole(trx: Trx, uid: number, role: Role): Promise<void> {
  await trx.updateTable('users').set({ role }).where('uid', '=', uid).execute();
}

export async function updateStatus(
  trx: Trx,
  uid: number,
  change: { status: UserStatus; banned_until: Date | null },
): Promise<void> {
  await lockForStatus(trx, uid);
  await updateShown(trx, uid, change);
}

/** I13: stronger than an update, so that it waits for statements that `activeMembersSql` has let through. */
async function lockForStatus(trx: Trx, uid: number): Promise<void> {
  await trx.selectFrom('users').select('uid').where('uid', '=', uid).forUpdate().execute();
}

/** Whether the trigger that ends sessions after a change of the status leaves them alone. */
export async function keepSessions(trx: Trx, keep: 'on' | 'off'): Promise<void> {
  await sql`select set_config('lamplight.ban_over', ${keep}, true)`.execute(trx);
}

export async function updateAvatar(trx: Trx, uid: number, key: string | null): Promise<void> {
  await updateShown(trx, uid, { avatar_key: key });
}

export type ProfileChanges = {
  username?: string | null;
  username_key?: string | null;
  signature?: string;
  signature_lang?: string | null;
};

export async function updateProfile(trx: Trx, uid: number, changes: ProfileChanges): Promise<void> {
  await updateShown(trx, uid, changes);
}

export async function updateFollowsPublic(trx: Trx, uid: number, isPublic: boolean): Promise<void> {
  await trx.updateTable('users').set({ follows_public: isPublic }).where('uid', '=', uid).execute();
}

export async function updateFeedsFull(trx: Trx, uid: number, isFull: boolean): Promise<void> {
  await trx.updateTable('users').set({ feeds_full: isFull }).where('uid', '=', uid).execute();
}

export async function updateDeleted(trx: Trx, uid: number, deletedAt: Date | null): Promise<void> {
  await lockForStatus(trx, uid);
  await updateShown(trx, uid, { deleted_at: deletedAt });
}

/** Whatever changes what others see of a member: their card is written with it. */
async function updateShown(trx: Trx, uid: number, changes: UserChanges): Promise<void> {
  const user = await trx
    .updateTable('users')
    .set(changes)
    .where('uid', '=', uid)
    .returning(CARD_SOURCE)
    .executeTakeFirst();
  if (user) await storeCard(trx, user);
}

/** A literal, not a parameter: a generic plan for any role cannot use the partial index of owners. */
export function selectOwner(db: Db) {
  const owner = sql.lit('owner');
  return db.selectFrom('users').select(COLUMNS).where('role', '=', owner).executeTakeFirst();
}

export async function selectPurgeable(db: Db, deletedBefore: Date): Promise<number | undefined> {
  const row = await db
    .selectFrom('users')
    .select('uid')
    .where('deleted_at', '<=', deletedBefore)
    .where('purged_at', 'is', null)
    .orderBy('deleted_at')
    .limit(1)
    .executeTakeFirst();
  return row?.uid;
}

export async function emptyUser(trx: Trx, uid: number, now: Date): Promise<void> {
  await updateShown(trx, uid, {
    email: null,
    email_key: null,
    email_verified_at: null,
    password_hash: null,
    username: null,
    username_key: null,
    avatar_key: null,
    signature: '',
    signature_lang: null,
    banned_until: null,
    purged_at: now,
  });
}

import type { RawBuilder } from 'kysely';
import type { Context, Role, UserStatus } from '../context.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import { translator } from '../platform/i18n.ts';
import { invalidateAfterCommit } from '../platform/invalidations.ts';
import { Refusal } from '../refusals.ts';
import { effectiveRole, foldEmail } from './rules.ts';
import type { Me } from './schema.ts';
import * as counts from './store/follow-counts.ts';
import * as store from './store/users.ts';

const USERS_AT_ONCE = 100;

export type User = NonNullable<Awaited<ReturnType<typeof store.selectByUid>>>;

export async function createUser(
  trx: Trx,
  user: { email: string; password_hash: string; role: Role; created_at: Date },
): Promise<User> {
  return store.insertUser(trx, {
    ...user,
    email: user.email.trim(),
    email_key: foldEmail(user.email),
  });
}

/** Also finds banned and deleted accounts: their address is taken, and they may log in or restore. */
export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return store.selectByEmail(db, foldEmail(email));
}

export function findUser(db: Db, uid: number): Promise<User | undefined> {
  return store.selectByUid(db, uid);
}

/** For what others see of somebody: a deleted account is not there (D15). */
export async function getUser(db: Db, uid: number): Promise<User> {
  const user = await findUser(db, uid);
  if (!user || user.deleted_at) throw new Refusal('not_found');
  return user;
}

/** Taken before anything that depends on the user staying as they are. Users come first in lock order. */
export function lockUser(trx: Trx, uid: number): Promise<User | undefined> {
  return store.lockByUid(trx, uid);
}

/**
 * I13, D15: a ban or a deletion may have come after the guard looked. One that comes from now on waits until the
 * transaction has ended. Not where `lockUser` follows: two of one member's would wait for each other.
 */
export async function assertActive(trx: Trx, uid: number): Promise<void> {
  const user = await store.lockStateForShare(trx, uid);
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
}

/** Until the end of the transaction none of these people is deleted or restored; what they are is asked afterwards. */
export function lockUserForShare(trx: Trx, uids: number[]): Promise<void> {
  return counts.lockUserForShare(trx, uids);
}

/** Ends every session of the user but the named one, by a trigger: no caller can forget to. */
export function setPasswordHash(
  trx: Trx,
  uid: number,
  hash: string,
  keepSession = '',
): Promise<void> {
  return store.updatePassword(trx, uid, hash, keepSession);
}

/** The same password under newer parameters: nobody has to log in again. */
export function refreshPasswordHash(trx: Trx, uid: number, hash: string): Promise<void> {
  return store.updatePassword(trx, uid, hash, '*');
}

export function setRole(trx: Trx, uid: number, role: Role): Promise<void> {
  return store.updateRole(trx, uid, role);
}

/** SPEC §3: a status change destroys the user's sessions; the trigger does so in this transaction. */
export function setStatus(trx: Trx, uid: number, status: UserStatus): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateStatus(trx, uid, status);
}

export function setAvatarKey(trx: Trx, uid: number, key: string | null): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateAvatar(trx, uid, key);
}

/** The name and the line of a profile; whether they may be these is for the domain above to say. */
export function setProfile(trx: Trx, uid: number, changes: store.ProfileChanges): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateProfile(trx, uid, changes);
}

/** D32: one flag for both lists. */
export function setFollowsPublic(trx: Trx, uid: number, shown: boolean): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateFollowsPublic(trx, uid, shown);
}

/** Counts who follows whom as the end of a statement of the domain above, which has made a CTE named `change`. */
export function followCountChangesSql(): RawBuilder<unknown> {
  return counts.followCountChangesSql();
}

/** Exact at any moment. */
export async function findFollowCounts(db: Db, uid: number): Promise<counts.FollowCounts> {
  return (await counts.selectFollowCounts(db, uid)) ?? { followers: 0, following: 0 };
}

/** D15: for deleted accounts whose followers are too many to be counted one by one. */
export function markHiddenStar(trx: Trx, uid: number): Promise<void> {
  return counts.insertHiddenStar(trx, uid);
}

/** Whether it was one. */
export function unmarkHiddenStar(trx: Trx, uid: number): Promise<boolean> {
  return counts.deleteHiddenStar(trx, uid);
}

/** Brings counters up to date that were too busy to be written at once; run every moment by a worker. */
export async function flushUserCountDeltas(ctx: Context): Promise<void> {
  for (const uid of await counts.listPendingDeltas(ctx.db, USERS_AT_ONCE)) {
    await ctx.autocommit((trx) => counts.flushDeltas(trx, uid));
  }
}

/** D15: one mark hides everything and one mark brings it back, so a restore cannot lose anything. */
export async function markDeleted(trx: Trx, uid: number, now: Date): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  await counts.lockUserForUpdate(trx, uid);
  await store.updateDeleted(trx, uid, now);
}

export async function markRestored(trx: Trx, uid: number): Promise<void> {
  await counts.lockUserForUpdate(trx, uid);
  await store.updateDeleted(trx, uid, null);
}

export function findPurgeableUser(db: Db, deletedBefore: Date): Promise<number | undefined> {
  return store.selectPurgeable(db, deletedBefore);
}

/** Leaves the uid, which is never reused, and nothing about the person. */
export function emptyUser(trx: Trx, uid: number, now: Date): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.emptyUser(trx, uid, now);
}

export function findOwner(db: Db): Promise<User | undefined> {
  return store.selectOwner(db);
}

export async function siteHasOwner(db: Db): Promise<boolean> {
  return (await findOwner(db)) !== undefined;
}

export function presentMe(user: User): Me {
  return {
    uid: user.uid,
    email: user.email ?? '',
    username: user.username,
    role: effectiveRole(user),
    status: user.status as UserStatus,
    created_at: user.created_at.toISOString(),
  };
}

/** D10: what to call somebody; who has chosen no name yet is called by their number. */
export function displayName(
  ctx: Pick<Context, 'locale'>,
  user: { uid: number; username: string | null },
): string {
  return user.username ?? translator(ctx.locale)('user.unnamed', { uid: user.uid });
}

/** SPEC §2 Post, D53: the username with the uid. The name of who has chosen none contains it already. */
export function authorName(
  ctx: Pick<Context, 'locale'>,
  user: { uid: number; username: string | null },
): string {
  const name = displayName(ctx, user);
  return user.username === null ? name : `${name} (${user.uid})`;
}

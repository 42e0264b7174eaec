import type { Role, UserStatus } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { invalidateAfterCommit } from '../../platform/invalidations.ts';
import { normalizeEmail } from '../rules.ts';
import { updateLevel } from '../store/cards.ts';
import * as store from '../store/users.ts';

/** A trigger ends every session of the user except the named one, so no caller can forget to. */
export function setPasswordHash(
  trx: Trx,
  uid: number,
  hash: string | null,
  keepSession = '',
): Promise<void> {
  return store.updatePassword(trx, uid, hash, keepSession);
}

/** The same password hashed with newer parameters: all sessions stay. */
export function refreshPasswordHash(trx: Trx, uid: number, hash: string): Promise<void> {
  return store.updatePassword(trx, uid, hash, '*');
}

/** The trigger ends all sessions, if there was a password. The member can set a new one by a mail. */
export function removePassword(trx: Trx, uid: number): Promise<void> {
  return store.removePassword(trx, uid);
}

/** To an address that the member can read. A trigger ends the links and codes that were sent before. */
export function setEmail(trx: Trx, uid: number, email: string, now: Date): Promise<void> {
  const change = { email: email.trim(), email_key: normalizeEmail(email), email_verified_at: now };
  return store.updateEmail(trx, uid, change);
}

export function markEmailVerified(trx: Trx, uid: number, now: Date): Promise<void> {
  return store.updateEmailVerified(trx, uid, now);
}

/** The language of mails: the one of the last log-in. */
export function setLocale(trx: Trx, uid: number, locale: string): Promise<void> {
  return store.updateLocale(trx, uid, locale);
}

export function setRole(trx: Trx, uid: number, role: Role): Promise<void> {
  return store.updateRole(trx, uid, role);
}

/** SPEC §3: a status change destroys the user's sessions; the trigger does so in this transaction. */
export function setStatus(
  trx: Trx,
  uid: number,
  status: UserStatus,
  banned_until: Date | null = null,
): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateStatus(trx, uid, { status, banned_until });
}

/** D68: a ban that is over ends by itself, so the sessions go on. */
export async function setBanOver(trx: Trx, uid: number): Promise<void> {
  await store.keepSessions(trx, 'on');
  await setStatus(trx, uid, 'active');
  await store.keepSessions(trx, 'off');
}

export function setAvatarKey(trx: Trx, uid: number, key: string | null): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateAvatar(trx, uid, key);
}

/** Name and signature. The caller has validated them. */
export function setProfile(trx: Trx, uid: number, changes: store.ProfileChanges): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateProfile(trx, uid, changes);
}

/** Of the exp that was just stored. Other processes are not notified: the version check of cached pages finds it. */
export function setLevel(trx: Trx, uid: number, level: number): Promise<void> {
  return updateLevel(trx, uid, level);
}

/** D32: one flag for both lists. */
export function setFollowsPublic(trx: Trx, uid: number, isPublic: boolean): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateFollowsPublic(trx, uid, isPublic);
}

/** Feeds have the whole texts of the author, or only the summaries. */
export function setFeedsFull(trx: Trx, uid: number, isFull: boolean): Promise<void> {
  invalidateAfterCommit(trx, 'member', [uid]);
  return store.updateFeedsFull(trx, uid, isFull);
}

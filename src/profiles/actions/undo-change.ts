import type { Context } from '../../context.ts';
import { lockBalances, moveEnergy } from '../../energy/actions.ts';
import { BURNT, ESCROW } from '../../energy/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { setProfile } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { normalizeName } from '../rules.ts';
import * as store from '../store.ts';

/** For the staff log: the states; and for an undo, what was sent. */
export type DecidedChange = {
  uid: number;
  before: { state: string };
  after: { state: string };
  sent_notifications: { uid: number; cause: string }[];
};

/** What a decision on a profile change replaced. */
export type ChangeUndo = {
  id: number;
  uid: number;
  accepted: boolean;
  before: { username: string | null; signature: string; signature_lang: string | null };
};

/** Call before the decision. Undefined if there is no such change, which the decision refuses. */
export async function noteChange(
  trx: Trx,
  id: number,
  accepted: boolean,
): Promise<ChangeUndo | undefined> {
  const owner = await store.findChangeOwner(trx, id);
  const user = owner === undefined ? undefined : await lockUser(trx, owner);
  if (!user) return undefined;
  const { uid, username, signature, signature_lang } = user;
  return { id, uid, accepted, before: { username, signature, signature_lang } };
}

/**
 * D39: the change waits again, the old profile is back, and its energy is in escrow again: taken from what was burnt,
 * or from what the member got back, as when the change was requested (a balance may fall below zero). False if the
 * member has changed the profile or lost the name to somebody else. Exp for a first name stays.
 */
export async function undoChange(
  ctx: Context,
  trx: Trx,
  logId: number,
  { id, uid, accepted, before }: ChangeUndo,
): Promise<boolean> {
  const user = await lockUser(trx, uid);
  if (!user || user.deleted_at) return false;
  await lockBalances(trx, [uid]);
  const change = await store.findChange(trx, { uid, id });
  if (change?.state !== (accepted ? 'accepted' : 'refused')) return false;
  if (await store.findOpenChange(trx, uid)) return false;
  if (accepted && !isAsAccepted(user, change)) return false;
  // The name that is not in use now: the old one, or the requested one.
  const free = change.username === null ? null : accepted ? before.username : change.username;
  const current = user.username === null ? null : normalizeName(user.username);
  if (free !== null && normalizeName(free) !== current)
    if (!(await store.insertClaim(trx, uid, normalizeName(free)))) return false;
  if (accepted) await restoreProfile(trx, uid, change, before);
  await store.reopenChange(trx, change);
  if (change.escrow > 0)
    await moveEnergy(trx, {
      cause: `rename:${id}:undo:${logId}`,
      reason: 'rename_undo',
      from: accepted ? BURNT : uid,
      to: ESCROW,
      amount: change.escrow,
      created_at: ctx.now(),
    });
  return true;
}

function isAsAccepted(user: User, change: store.ChangeRow): boolean {
  const { username, signature } = change;
  return (
    (username === null || user.username === username) &&
    (signature === null || user.signature === signature)
  );
}

function restoreProfile(
  trx: Trx,
  uid: number,
  change: store.ChangeRow,
  { username, signature, signature_lang }: ChangeUndo['before'],
): Promise<void> {
  const username_key = username === null ? null : normalizeName(username);
  return setProfile(trx, uid, {
    ...(change.username === null ? {} : { username, username_key }),
    ...(change.signature === null ? {} : { signature, signature_lang }),
  });
}

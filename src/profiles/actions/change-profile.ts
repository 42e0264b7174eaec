import type { Context, Viewer } from '../../context.ts';
import { assertNotNegative, lockBalances, moveEnergy } from '../../energy/actions.ts';
import { BURNT, ESCROW } from '../../energy/rules.ts';
import { completeTask, hasCompleted } from '../../levels/actions.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type Page, type PageRequest, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { type FieldError, Refusal } from '../../refusals.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { detachUploads } from '../../uploads/actions.ts';
import { setProfile } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import * as rules from '../rules.ts';
import type { OwnProfile, ProfileBody, ProfileChange } from '../schema.ts';
import * as store from '../store.ts';
import { getOwnProfile } from './show-profile.ts';

/** Null: stays as it is. */
type RequestedChange = { username: string | null; signature: string | null };
type LockedProfile = { user: User; balance: number };

/**
 * D39: every change is opened as one that waits for review, and where nothing is reviewed it is accepted at
 * once: both ways pay, reserve and take effect by the same lines.
 */
export async function changeProfile(
  ctx: Context,
  viewer: Viewer,
  input: ProfileBody,
): Promise<OwnProfile> {
  const asked = readInput(input);
  return ctx.tx(async (trx) => {
    const held = await lockOwnProfile(trx, viewer);
    await change(ctx, trx, held, onlyNew(held.user, asked));
    // In the transaction: what was paid for must not be answered with "try again" for want of a connection.
    return getOwnProfile(ctx, trx, viewer);
  });
}

async function change(
  ctx: Context,
  trx: Trx,
  held: LockedProfile,
  wanted: RequestedChange,
): Promise<void> {
  if (wanted.username === null && wanted.signature === null) return;
  const opened = await openChange(trx, held, wanted, ctx.now());
  if (await getSiteSetting(trx, 'audit.enabled')) return;
  await settle(trx, held.user, opened, { state: 'accepted', decided_at: opened.created_at });
}

function readInput(input: ProfileBody): RequestedChange {
  const username = input.username === undefined ? null : rules.readUsername(input.username);
  const signature = input.signature === undefined ? null : rules.readSignature(input.signature);
  const faults = {
    '/username': username === null ? undefined : rules.findNameFault(username),
    '/signature': signature === null ? undefined : rules.findSignatureFault(signature),
  };
  const fields: FieldError[] = Object.entries(faults).flatMap(([pointer, detail]) =>
    detail === undefined ? [] : [{ pointer, detail }],
  );
  if (fields.length > 0) throw new Refusal('invalid_input', {}, { fields });
  return { username, signature };
}

function onlyNew(user: User, { username, signature }: RequestedChange): RequestedChange {
  return {
    username: username === user.username ? null : username,
    signature: signature === user.signature ? null : signature,
  };
}

async function openChange(
  trx: Trx,
  { user, balance }: LockedProfile,
  wanted: RequestedChange,
  now: Date,
): Promise<store.ChangeRow> {
  const { uid } = user;
  const { username } = wanted;
  // SPEC §7.5 says who may not rename, also where it would be free.
  if (username !== null) assertNotNegative(balance);
  const escrow = username === null ? 0 : rules.renameCost(await hasCompleted(trx, uid, 'username'));
  const change = await store.insertChange(trx, { ...wanted, uid, escrow, created_at: now });
  if (!change) throw new Refusal('change_pending');
  if (username !== null && rules.normalizeName(username) !== keyOf(user)) {
    if (!(await store.insertClaim(trx, uid, rules.normalizeName(username))))
      throw new Refusal('username_taken');
  }
  if (escrow > 0)
    await moveEnergy(trx, {
      cause: `rename:${change.id}`,
      reason: 'rename',
      from: uid,
      to: ESCROW,
      amount: escrow,
      created_at: now,
    });
  return change;
}

/** D39: whoever waits may stop waiting, and has their energy and old name as before. */
export async function withdrawChange(ctx: Context, viewer: Viewer): Promise<void> {
  await ctx.tx(async (trx) => {
    const { user } = await lockOwnProfile(trx, viewer);
    if (!(await withdraw(trx, user, ctx.now()))) throw new Refusal('not_found');
  });
}

async function withdraw(trx: Trx, user: User, now: Date): Promise<boolean> {
  const change = await store.findOpenChange(trx, user.uid);
  if (!change) return false;
  return settle(trx, user, change, { state: 'withdrawn', decided_at: now });
}

/** For the staff: what waits, oldest first. */
export async function listProfileChanges(
  ctx: Context,
  request: PageRequest,
): Promise<Page<ProfileChange>> {
  const page = readPage(Id, request);
  const rows = await store.listOpenChanges(ctx.db, page);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => ({
      id: row.id,
      user: presentCard(ctx, row),
      current: { username: row.username, signature: row.signature },
      wanted: { username: row.wanted_username, signature: row.wanted_signature },
      escrow: row.escrow,
      created_at: row.created_at.toISOString(),
    }),
  );
}

/**
 * D39, D47: for the staff. Gives what the staff log keeps: the states, and not the name or the line, which
 * stand in the change itself, where the purge can reach them.
 */
export async function decideProfileChange(
  ctx: Context,
  trx: Trx,
  staffUid: number,
  id: number,
  { accept, reason }: { accept: boolean; reason: string },
): Promise<{ uid: number; before: { state: string }; after: { state: string } }> {
  const change = await store.findChange(trx, id);
  if (!change) throw new Refusal('not_found');
  const { uid } = change;
  const { user } = await lockProfile(trx, uid);
  const now = ctx.now();
  const state = accept ? 'accepted' : 'refused';
  const verdict = { state, reason, decided_by: staffUid, decided_at: now } as const;
  if (!(await settle(trx, user, change, verdict))) {
    const settled = await store.findChange(trx, id);
    throw new Refusal('wrong_state', { state: settled?.state ?? change.state });
  }
  await notifyUser(trx, {
    uid,
    kind: accept ? 'profile_accepted' : 'profile_refused',
    cause: `profile_change:${id}`,
    payload: accept ? {} : { reason },
    created_at: now,
  });
  return { uid, before: { state: 'pending' }, after: { state } };
}

/** D15: nothing waits any more, the name is free, and nobody can tell what it was. Before the user is emptied. */
export async function purgeProfile(ctx: Context, trx: Trx, uid: number): Promise<void> {
  const user = await lockUser(trx, uid);
  if (user) await withdraw(trx, user, ctx.now());
  await store.deleteClaims(trx, uid, null);
  await store.emptyChanges(trx, uid);
  await detachUploads(trx, 'profile', [uid], ctx.now());
}

/**
 * Users before accounts in the order of locks, and both before the change. All who open or settle a change of
 * a member hold their row, so what is read of it afterwards stays so.
 */
async function lockProfile(trx: Trx, uid: number): Promise<LockedProfile> {
  const user = await lockUser(trx, uid);
  // D15: what belongs to a deleted account is not there, and is as it was once the account is back.
  if (!user || user.deleted_at) throw new Refusal('not_found');
  const balances = await lockBalances(trx, [uid]);
  return { user, balance: balances.get(uid) ?? 0 };
}

async function lockOwnProfile(trx: Trx, viewer: Viewer): Promise<LockedProfile> {
  const held = await lockProfile(trx, viewer.uid);
  // Again under the lock: the ban may have come after the guard looked.
  if (held.user.status === 'banned') throw new Refusal('banned');
  return held;
}

/** The end of a change, whoever brings it. Only who finds it open goes on, so its escrow moves on once. */
async function settle(
  trx: Trx,
  user: User,
  change: store.ChangeRow,
  verdict: store.Verdict,
): Promise<boolean> {
  if (!(await store.closeChange(trx, change.id, verdict))) return false;
  const accepted = verdict.state === 'accepted';
  if (change.escrow > 0)
    await moveEnergy(trx, {
      cause: `rename:${change.id}:${accepted ? 'burn' : 'refund'}`,
      reason: accepted ? 'rename_burn' : 'rename_refund',
      from: ESCROW,
      to: accepted ? BURNT : user.uid,
      amount: change.escrow,
      created_at: verdict.decided_at,
    });
  if (accepted) await takeEffect(trx, change, verdict.decided_at);
  // Of the old name and the wanted one, the one that is not in use now.
  const kept = accepted && change.username !== null ? change : user;
  await store.deleteClaims(trx, user.uid, keyOf(kept));
  return true;
}

/** D40: a value earns its exp when it is first in effect, and an empty one earns nothing. */
async function takeEffect(trx: Trx, change: store.ChangeRow, now: Date): Promise<void> {
  const { uid, username, signature } = change;
  await setProfile(trx, uid, {
    ...(username === null ? {} : { username, username_key: rules.normalizeName(username) }),
    ...(signature === null ? {} : { signature }),
  });
  if (username !== null) await completeTask(trx, uid, 'username', now);
  if (signature) await completeTask(trx, uid, 'signature', now);
}

function keyOf({ username }: { username: string | null }): string | null {
  return username === null ? null : rules.normalizeName(username);
}

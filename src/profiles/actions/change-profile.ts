import type { Context, Viewer } from '../../context.ts';
import { assertNotNegative, lockBalances, moveEnergy } from '../../energy/actions.ts';
import { BURNT, ESCROW } from '../../energy/rules.ts';
import { completeTask, hasCompleted } from '../../levels/actions.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import {
  idOf,
  type Page,
  type PageRequest,
  readPage,
  toPage,
} from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { detectLanguage } from '../../platform/language/detect.ts';
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
import {
  askAboutProfile,
  judgeProfile,
  onlyNew,
  type RequestedChange,
  recordProfileDecision,
} from './judge-profile.ts';
import { getOwnProfile } from './show-profile.ts';
import type { DecidedChange } from './undo-change.ts';

type LockedProfile = { user: User; balance: number };

/**
 * D39: every change is opened as pending. With the review switched off it is accepted at once, so both ways share the
 * code that pays, reserves the name and applies the change.
 */
export async function changeProfile(
  ctx: Context,
  viewer: Viewer,
  input: ProfileBody,
): Promise<OwnProfile> {
  const typed = readInput(input);
  const verdict = await askAboutProfile(ctx, viewer, typed);
  return ctx.tx(async (trx) => {
    const profile = await lockOwnProfile(trx, viewer);
    const asked = onlyNew(profile.user, typed);
    const { requested, judgement } = await judgeProfile(ctx, trx, viewer, asked, verdict);
    await change(ctx, trx, profile, { requested, held: judgement.outcome === 'hold' });
    await recordProfileDecision(ctx, trx, viewer.uid, judgement);
    // In the transaction: a paid change must not fail because the pool has no free connection.
    return getOwnProfile(ctx, trx, viewer);
  });
}

async function change(
  ctx: Context,
  trx: Trx,
  profile: LockedProfile,
  { requested, held }: { requested: RequestedChange; held: boolean },
): Promise<void> {
  if (requested.username === null && requested.signature === null) return;
  const opened = await openChange(trx, profile, requested, ctx.now());
  if (held || (await getSiteSetting(trx, 'audit.enabled'))) return;
  await settle(trx, profile.user, opened, { state: 'accepted', decided_at: opened.created_at });
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

async function openChange(
  trx: Trx,
  { user, balance }: LockedProfile,
  requested: RequestedChange,
  now: Date,
): Promise<store.ChangeRow> {
  const { uid } = user;
  const { username } = requested;
  // SPEC §7.5: a negative balance forbids renaming, also the free first name.
  if (username !== null) assertNotNegative(balance);
  const escrow = username === null ? 0 : rules.renameCost(await hasCompleted(trx, uid, 'username'));
  const change = await store.insertChange(trx, { ...requested, uid, escrow, created_at: now });
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

/** D39: returns the energy and releases the requested name. */
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

/** For the staff: pending changes, oldest first. */
export async function listProfileChanges(
  ctx: Context,
  request: PageRequest,
): Promise<Page<ProfileChange>> {
  const page = readPage(Id, request);
  const rows = await store.listOpenChanges(ctx.db, page);
  return toPage(rows, page.limit, idOf, (row) => ({
    id: row.id,
    user: presentCard(ctx, row),
    current: { username: row.username, signature: row.signature },
    requested: { username: row.requested_username, signature: row.requested_signature },
    escrow: row.escrow,
    created_at: row.created_at.toISOString(),
  }));
}

/**
 * D39, D47: for the staff. Returns the values for the staff log: the states, not the name or the signature. Those stay
 * in the change itself, where the purge can erase them.
 */
export async function decideProfileChange(
  ctx: Context,
  trx: Trx,
  staffUid: number,
  id: number,
  { accept, reason }: { accept: boolean; reason: string },
): Promise<DecidedChange> {
  const uid = await store.findChangeOwner(trx, id);
  if (uid === undefined) throw new Refusal('not_found');
  const { user } = await lockProfile(trx, uid);
  const change = await store.findChange(trx, { uid, id });
  if (!change) throw new Refusal('not_found');
  const now = ctx.now();
  const state = accept ? 'accepted' : 'refused';
  const verdict = { state, reason, decided_by: staffUid, decided_at: now } as const;
  // Read under the user's lock, so it is as it was closed.
  if (!(await settle(trx, user, change, verdict)))
    throw new Refusal('wrong_state', { state: change.state });
  const cause = `profile_change:${id}${rules.afterUndo(change)}`;
  await notifyUser(trx, {
    uid,
    kind: accept ? 'profile_accepted' : 'profile_refused',
    cause,
    payload: accept ? {} : { reason },
    created_at: now,
  });
  return {
    uid,
    before: { state: 'pending' },
    after: { state },
    sent_notifications: [{ uid, cause }],
  };
}

/** D15: withdraws the pending change, releases the name and erases past names. Runs before the user is emptied. */
export async function purgeProfile(ctx: Context, trx: Trx, uid: number): Promise<void> {
  const user = await lockUser(trx, uid);
  if (user) await withdraw(trx, user, ctx.now());
  await store.deleteClaims(trx, uid, null);
  await store.emptyChanges(trx, uid);
  await detachUploads(trx, 'profile', [uid], ctx.now());
}

/**
 * Lock order: the user, then the energy account, then the change. Opening and settling a change lock the user's row,
 * so a change read afterwards stays as it is.
 */
async function lockProfile(trx: Trx, uid: number): Promise<LockedProfile> {
  const user = await lockUser(trx, uid);
  // D15: a deleted account does not exist; its change stays pending until a restore.
  if (!user || user.deleted_at) throw new Refusal('not_found');
  const balances = await lockBalances(trx, [uid]);
  return { user, balance: balances.get(uid) ?? 0 };
}

async function lockOwnProfile(trx: Trx, viewer: Viewer): Promise<LockedProfile> {
  const profile = await lockProfile(trx, viewer.uid);
  // Again under the lock: a ban may have been committed after the guard's check.
  if (profile.user.status === 'banned') throw new Refusal('banned');
  return profile;
}

/** Accepts, refuses or withdraws a change. Only the call that closes it continues, so its escrow moves once. */
async function settle(
  trx: Trx,
  user: User,
  change: store.ChangeRow,
  verdict: store.Verdict,
): Promise<boolean> {
  if (!(await store.closeChange(trx, change, verdict))) return false;
  const accepted = verdict.state === 'accepted';
  if (change.escrow > 0)
    await moveEnergy(trx, {
      cause: `rename:${change.id}:${accepted ? 'burn' : 'refund'}${rules.afterUndo(change)}`,
      reason: accepted ? 'rename_burn' : 'rename_refund',
      from: ESCROW,
      to: accepted ? BURNT : user.uid,
      amount: change.escrow,
      created_at: verdict.decided_at,
    });
  if (accepted) await applyChange(trx, change, verdict.decided_at);
  // Releases the old name or the requested one, whichever is not in use now.
  const current = accepted && change.username !== null ? change : user;
  await store.deleteClaims(trx, user.uid, keyOf(current));
  return true;
}

/** D40: the first accepted value earns exp; an empty one earns none. */
async function applyChange(trx: Trx, change: store.ChangeRow, now: Date): Promise<void> {
  const { uid, username, signature } = change;
  await setProfile(trx, uid, {
    ...(username === null ? {} : { username, username_key: rules.normalizeName(username) }),
    ...(signature === null ? {} : { signature, signature_lang: await detectLanguage(signature) }),
  });
  if (username !== null) await completeTask(trx, uid, 'username', now);
  if (signature) await completeTask(trx, uid, 'signature', now);
}

function keyOf({ username }: { username: string | null }): string | null {
  return username === null ? null : rules.normalizeName(username);
}

import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Site } from '../../platform/site.ts';
import { Refusal, type RefusalCode } from '../../refusals.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { effectiveRole, levelOf, withLevel } from '../../users/rules.ts';
import type { UserCard } from '../../users/schema.ts';
import {
  hashToken,
  type InvitationState,
  judgeInvitation,
  mayInvite,
  readToken,
} from '../rules.ts';
import { findByHash, type InvitationRow, lockByHash } from '../store/invitations.ts';
import { insertUse } from '../store/uses.ts';

const REFUSAL_OF: Record<Exclude<InvitationState, 'open'>, RefusalCode> = {
  revoked: 'invitation_revoked',
  suspended: 'invitation_revoked',
  used_up: 'invitation_used_up',
  expired: 'invitation_expired',
};

/**
 * Before the work of a registration. Only the owner's decision counts: an operator creates accounts by the command line.
 * On an open site an invitation only records who invited.
 */
export async function assertMayRegister(ctx: Context, text: string | undefined): Promise<void> {
  const { registration } = await ctx.site.load();
  if (registration === 'closed') throw new Refusal('registration_closed');
  if (registration === 'open') return;
  const token = readGiven(text);
  assertOpen(ctx, token ? await findByHash(ctx.db, hashToken(token)) : undefined);
}

/**
 * Uses the invitation for a member who has just been created, in the transaction of that: a refused registration uses
 * nothing. Last in it, because concurrent registrations through one link wait for each other from here on.
 */
export async function useInvitation(
  ctx: Context,
  trx: Trx,
  text: string | undefined,
  uid: number,
): Promise<void> {
  const { registration } = await ctx.site.load();
  const isRequired = registration !== 'open';
  if (registration === 'closed') throw new Refusal('registration_closed');
  const token = isRequired ? readGiven(text) : readToken(text ?? '');
  if (!token && !isRequired) return;
  const row = token ? await lockByHash(trx, hashToken(token)) : undefined;
  if (isRequired) assertOpen(ctx, row);
  if (!row || stateOf(ctx, row) !== 'open') return;
  await insertUse(trx, { invitation_id: row.id, uid, joined_at: ctx.now() });
}

function readGiven(text: string | undefined): string | undefined {
  if (!text?.trim()) throw new Refusal('invitation_required');
  return readToken(text);
}

function assertOpen(ctx: Context, row: InvitationRow | undefined): void {
  if (!row) throw new Refusal('invitation_unknown');
  const state = stateOf(ctx, row);
  if (state !== 'open') throw new Refusal(REFUSAL_OF[state]);
}

/** After `ctx.site.load()`. */
export function stateOf(ctx: Context, row: InvitationRow): InvitationState {
  const inviter = { role: effectiveRole(row), level: levelOf(row.exp) };
  const isHere = row.status === 'active' && row.deleted_at === null;
  const may_invite = isHere && mayInvite(ctx.site.current, inviter);
  return judgeInvitation({ ...row, may_invite }, ctx.now());
}

/** How somebody joins now, as the pages of registration show it. */
export type Joining = {
  mode: Site['registration'];
  /** The invitation that the visitor has opened, and who invites them. */
  opened?: { token: string; inviter: UserCard };
  /** Why the opened invitation cannot be used; only where one is required. */
  refusal?: RefusalCode;
};

/** Uses nothing, and reads nothing without a token. */
export async function describeJoining(ctx: Context, token: string | undefined): Promise<Joining> {
  const { registration: mode } = await ctx.site.load();
  if (mode === 'closed' || !token) return { mode };
  const row = await findByHash(ctx.db, hashToken(token));
  const state = row && stateOf(ctx, row);
  if (row && state === 'open')
    return { mode, opened: { token, inviter: presentCard(ctx, withLevel(row)) } };
  if (mode === 'open') return { mode };
  return { mode, refusal: state && state !== 'open' ? REFUSAL_OF[state] : 'invitation_unknown' };
}

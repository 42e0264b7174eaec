import type { Context, Viewer } from '../../context.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import {
  idOf,
  type Page,
  type PageRequest,
  readPage,
  toPage,
} from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { randomLetters } from '../../platform/secrets.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { effectiveRole, levelOf, normalizeEmail, withLevel } from '../../users/rules.ts';
import {
  DAYS,
  ENDED_DAYS,
  hashToken,
  mayInvite,
  OPEN_MAX,
  pathOf,
  TOKEN_LENGTH,
} from '../rules.ts';
import type { Invitation, MadeInvitation, NewInvitation } from '../schema.ts';
import * as store from '../store/invitations.ts';
import { forgetMember, listJoined } from '../store/uses.ts';
import { mailInvitationLink } from './mail-invitation-link.ts';
import { stateOf } from './use-invitation.ts';

const SITE = 'site';
const BATCH = 500;

/** Whether the viewer sees a form for a new link. */
export async function canInvite(ctx: Context, { role, exp, status }: Viewer): Promise<boolean> {
  const site = await ctx.site.load();
  const isOpen = site.registration !== 'closed';
  return isOpen && status === 'active' && mayInvite(site, { role, level: levelOf(exp) });
}

export function listOwnInvitations(ctx: Context, { uid }: Viewer, request: PageRequest) {
  return list(ctx, uid, request);
}

/** For the staff. */
export function listAllInvitations(ctx: Context, request: PageRequest) {
  return list(ctx, undefined, request);
}

async function list(
  ctx: Context,
  uid: number | undefined,
  request: PageRequest,
): Promise<Page<Invitation>> {
  await ctx.site.load();
  const page = readPage(Id, request);
  const rows = await store.listInvitations(ctx.db, uid, page);
  const shown = await present(ctx, ctx.db, rows);
  return toPage(shown, page.limit, idOf, (one) => one);
}

/** The link is shown once: only its hash is stored. */
export async function createInvitation(
  ctx: Context,
  viewer: Viewer,
  input: NewInvitation,
): Promise<MadeInvitation> {
  const { uses_max = 1, days = DAYS, note = '', send_to } = input;
  await assertMayInvite(ctx, viewer);
  if (send_to !== undefined) await assertMaySend(ctx, viewer);
  const token = randomLetters(TOKEN_LENGTH);
  const link = `${ctx.config.BASE_URL}${pathOf(token)}`;
  return ctx.tx(async (trx) => {
    // The lock makes the limit hold for concurrent requests.
    await assertStillMayInvite(ctx, await lockUser(trx, viewer.uid));
    const now = ctx.now();
    if ((await store.countOpen(trx, viewer.uid, now)) >= OPEN_MAX)
      throw new Refusal('too_many', { limit: OPEN_MAX });
    const id = await store.insertInvitation(trx, {
      uid: viewer.uid,
      token_hash: hashToken(token),
      uses_max,
      note: note.trim(),
      created_at: now,
      expires_at: addDays(now, days),
      sent_to: send_to === undefined ? null : normalizeEmail(send_to),
      sent_on: send_to === undefined ? null : calendarDay(now),
    });
    if (send_to !== undefined)
      await mailInvitationLink(ctx, trx, { id, token, inviter_uid: viewer.uid, to: send_to, days });
    const [made] = await present(ctx, trx, [await store.getInvitation(trx, id)]);
    return { ...(made as Invitation), link };
  });
}

async function assertMayInvite(ctx: Context, { role, exp }: Viewer): Promise<void> {
  const site = await ctx.site.load();
  if (site.registration === 'closed') throw new Refusal('registration_closed');
  const level = levelOf(exp);
  if (mayInvite(site, { role, level })) return;
  if (site.inviters === null) throw new Refusal('role_required');
  throw new Refusal('level_too_low', { level, required_level: site.inviters });
}

/** A ban or a deletion may have been committed after the guard's check. */
async function assertStillMayInvite(ctx: Context, user: User | undefined): Promise<void> {
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
  const inviter = { role: effectiveRole(user), level: levelOf(user.exp) };
  if (!mayInvite(ctx.site.current, inviter)) throw new Refusal('role_required');
}

async function assertMaySend(ctx: Context, { uid }: Viewer): Promise<void> {
  if (!canSendMail(ctx.config)) throw new Refusal('mail_off');
  await ctx.limits.consume('mail_member', String(uid));
  await ctx.limits.consume('mail_site', SITE);
}

/** Nobody else can use the link from now on; whoever joined stays. Doing it again changes nothing. */
export async function revokeOwnInvitation(
  ctx: Context,
  { uid }: Viewer,
  id: number,
): Promise<void> {
  await ctx.tx(async (trx) => {
    const row = await store.lockById(trx, id);
    if (row?.uid !== uid) throw new Refusal('not_found');
    await revoke(ctx, trx, row);
  });
}

export async function revokeInvitation(ctx: Context, staff: Viewer, id: number): Promise<void> {
  await ctx.tx(async (trx) => {
    const row = await store.lockById(trx, id);
    if (!row) throw new Refusal('not_found');
    if (!(await revoke(ctx, trx, row))) return;
    await recordStaffAction(ctx, trx, staff, {
      action: 'invitation.revoke',
      subject_kind: 'user',
      subject_id: row.uid,
      reason: '',
      before: { invitation: row.id, uses: row.uses, uses_max: row.uses_max },
      after: { invitation: row.id, revoked: true },
    });
  });
}

async function revoke(ctx: Context, trx: Trx, row: store.InvitationRow): Promise<boolean> {
  if (row.revoked_at) return false;
  await store.setRevoked(trx, row.id, ctx.now());
  return true;
}

/** D15: in the transaction that empties the account. */
export async function purgeInvitations(ctx: Context, trx: Trx, uid: number): Promise<void> {
  await store.emptyInvitationsOf(trx, uid, ctx.now());
  await forgetMember(trx, uid);
}

export async function sweepInvitations(ctx: Context): Promise<void> {
  const before = addDays(ctx.now(), -ENDED_DAYS);
  for (let swept = BATCH; swept === BATCH; )
    swept = await ctx.tx((trx) => store.sweepEnded(trx, before, BATCH));
}

async function present(ctx: Context, db: Db, rows: store.InvitationRow[]): Promise<Invitation[]> {
  const ids = rows.filter(({ uses }) => uses > 0).map(({ id }) => id);
  const joined = ids.length > 0 ? await listJoined(db, ids) : [];
  return rows.map((row) => ({
    id: row.id,
    inviter: presentCard(ctx, withLevel(row)),
    state: stateOf(ctx, row),
    uses: row.uses,
    uses_max: row.uses_max,
    note: row.note,
    sent_to: row.sent_to,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    revoked_at: row.revoked_at?.toISOString() ?? null,
    joined: joined
      .filter(({ invitation_id }) => invitation_id === row.id)
      .map(({ joined_at, ...member }) => ({
        member: presentCard(ctx, member),
        joined_at: joined_at.toISOString(),
      })),
  }));
}

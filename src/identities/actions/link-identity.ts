import { assertConfirmed } from '../../accounts/actions/confirm-identity.ts';
import { recordSecurityEvent } from '../../accounts/actions/security-events.ts';
import type { Context, Viewer } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { assertWayIn } from '../../second-factors/actions/factors.ts';
import type { User } from '../../users/actions/find-user.ts';
import { assertActive, lockUser } from '../../users/actions/lock-user.ts';
import { providersOf } from '../providers/all.ts';
import type { Provider } from '../providers/provider.ts';
import { IDENTITIES_MAX, labelOf, type Profile } from '../rules.ts';
import type { ConnectedAccount } from '../schema.ts';
import * as store from '../store/identities.ts';
import { findPending, takePending } from './attempts.ts';

export type Linking = { provider: string; profile: Profile };

/** Those of a provider that is no longer configured are listed too: the member can remove them. */
export async function listConnectedAccounts(
  ctx: Context,
  { uid }: Viewer,
): Promise<ConnectedAccount[]> {
  const known = providersOf(ctx.config);
  const rows = await store.listIdentities(ctx.db, uid);
  return rows.map(({ id, provider, label, created_at, last_used_at }) => ({
    id,
    provider,
    name: known.get(provider)?.name ?? provider,
    label,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
  }));
}

/** Before the way to the provider, so that nobody goes there in vain. */
export async function assertConnectable(
  ctx: Context,
  { uid }: Viewer,
  provider: Provider,
  purpose: 'link' | 'confirm',
): Promise<void> {
  const own = await store.listIdentities(ctx.db, uid);
  const isConnected = own.some((one) => one.provider === provider.id);
  if (purpose === 'confirm') {
    if (!isConnected || !provider.canConfirm) throw new Refusal('not_found');
    return;
  }
  if (isConnected) throw new Refusal('provider_connected');
  if (own.length >= IDENTITIES_MAX) throw new Refusal('too_many', { max: IDENTITIES_MAX });
}

/** D64: those that can ask the member again. */
export async function listConfirmProviders(ctx: Context, { uid }: Viewer): Promise<Provider[]> {
  const known = providersOf(ctx.config);
  const rows = await store.listIdentities(ctx.db, uid);
  return rows
    .map(({ provider }) => known.get(provider))
    .filter((provider) => provider !== undefined)
    .filter(({ canConfirm }) => canConfirm);
}

/** The caller has shown that the viewer asked for it in this browser, and that they confirmed who they are. */
export function linkIdentity(ctx: Context, viewer: Viewer, linking: Linking): Promise<void> {
  return ctx.tx((trx) => link(ctx, trx, viewer, linking));
}

/** D65: an identity whose address has an account is joined only from an open session of that account. */
export async function connectPending(ctx: Context, viewer: Viewer, browser: string): Promise<void> {
  await assertConfirmed(ctx, viewer);
  const pending = await findPending(ctx, browser);
  if (!pending) throw new Refusal('sign_in_expired');
  await ctx.tx(async (trx) => {
    await link(ctx, trx, viewer, pending);
    if (!(await takePending(ctx, trx, browser, pending.provider)))
      throw new Refusal('sign_in_expired');
  });
}

async function link(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  { provider, profile }: Linking,
): Promise<void> {
  const user = await lockUser(trx, viewer.uid);
  await assertActive(trx, viewer.uid);
  if (!user) throw new Refusal('login_required');
  const own = await store.listIdentities(trx, user.uid);
  if (own.length >= IDENTITIES_MAX) throw new Refusal('too_many', { max: IDENTITIES_MAX });
  await insertIdentityOf(ctx, trx, user, { provider, profile });
  await announce(ctx, trx, user, viewer.session_id, 'identity_linked', provider, labelOf(profile));
}

export function insertIdentityOf(
  ctx: Context,
  trx: Trx,
  { uid }: User,
  { provider, profile }: Linking,
): Promise<number> {
  const now = ctx.now();
  return store.insertIdentity(trx, {
    uid,
    provider,
    issuer: profile.issuer,
    subject: profile.subject,
    label: labelOf(profile),
    created_at: now,
    last_used_at: now,
  });
}

/** Refused if nothing else opens the account. */
export async function unlinkIdentity(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  await assertConfirmed(ctx, viewer);
  await ctx.tx(async (trx) => {
    const user = await lockUser(trx, viewer.uid);
    await assertActive(trx, viewer.uid);
    const removed = user && (await store.deleteIdentity(trx, user.uid, id));
    if (!removed) throw new Refusal('not_found');
    await assertWayIn(trx, user.uid);
    const { provider, label } = removed;
    await announce(ctx, trx, user, viewer.session_id, 'identity_unlinked', provider, label);
  });
}

async function announce(
  ctx: Context,
  trx: Trx,
  user: User,
  session_id: string,
  kind: 'identity_linked' | 'identity_unlinked',
  provider: string,
  label: string,
): Promise<void> {
  const { uid, email, locale } = user;
  await recordSecurityEvent(ctx, trx, { uid, kind, session_id });
  const now = ctx.now();
  const at = now.toISOString();
  const cause = `${kind}:${uid}:${provider}:${at}`;
  const payload = { provider: providersOf(ctx.config).get(provider)?.name ?? provider, label };
  await notifyUser(trx, { uid, kind, cause, payload, created_at: now });
  if (email === null) return;
  await enqueueMail(ctx, trx, {
    kind: 'identity_changed',
    to: { uid, email, locale },
    cause,
    data: { kind, ...payload, at },
  });
}

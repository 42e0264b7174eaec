import {
  listTokens,
  type MadeToken,
  makeToken,
  removeToken,
} from '../../api-tokens/actions/tokens.ts';
import type { ApiToken, NewApiToken } from '../../api-tokens/schema.ts';
import type { Context, Viewer } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { isAlive } from '../rules.ts';
import { lockSession } from '../store/sessions.ts';
import { assertConfirmed } from './confirm-identity.ts';
import { recordSecurityEvent } from './security-events.ts';

export async function listApiTokens(ctx: Context, viewer: Viewer): Promise<{ items: ApiToken[] }> {
  return { items: await listTokens(ctx, ctx.db, viewer.uid) };
}

/** D70: a stolen open browser must not be able to leave a token behind, and the member hears of every new one. */
export async function createApiToken(
  ctx: Context,
  viewer: Viewer,
  input: NewApiToken,
): Promise<MadeToken> {
  await assertConfirmed(ctx, viewer);
  return ctx.tx(async (trx) => {
    const user = await lockPresent(ctx, trx, viewer);
    const made = await makeToken(ctx, trx, user.uid, input);
    await report(ctx, trx, user, viewer, made);
    return made;
  });
}

export function revokeApiToken(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  return ctx.tx(async (trx) => {
    await removeToken(trx, viewer.uid, id);
    const { uid, session_id } = viewer;
    await recordSecurityEvent(ctx, trx, { uid, kind: 'api_token_revoked', session_id });
  });
}

/**
 * The password may have changed, or the account have been banned, since the guards looked: that ended this session and
 * every token, and a token made afterwards would survive it.
 */
async function lockPresent(ctx: Context, trx: Trx, viewer: Viewer): Promise<User> {
  const user = await lockUser(trx, viewer.uid);
  const session = await lockSession(trx, viewer.uid, viewer.session_id);
  if (!user || user.deleted_at || !session || !isAlive(session, ctx.now()))
    throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
  return user;
}

/** ASVS 6.3.7, as for a new factor. */
async function report(
  ctx: Context,
  trx: Trx,
  { uid, email, locale }: User,
  { session_id }: Viewer,
  { id, name }: MadeToken,
): Promise<void> {
  const kind = 'api_token_made';
  const cause = `${kind}:${id}`;
  await recordSecurityEvent(ctx, trx, { uid, kind, session_id });
  await notifyUser(trx, { uid, kind, cause, payload: { name }, created_at: ctx.now() });
  if (email === null) return;
  await enqueueMail(ctx, trx, { kind, to: { uid, email, locale }, cause, data: { name } });
}

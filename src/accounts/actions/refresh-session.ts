import type { Context } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { findUser, type User } from '../../users/actions/find-user.ts';
import {
  ACCESS_SECONDS,
  decideRefresh,
  earlier,
  IDLE_SECONDS,
  isAlive,
  PARENT_ACCESS_SECONDS,
} from '../rules.ts';
import { endSession } from '../store/ended-sessions.ts';
import { lockSession, type Session, updateSession } from '../store/sessions.ts';
import { isGenuine, parseToken } from '../tokens.ts';
import { type Caller, type IssuedTokens, issueTokens, trimUserAgent } from './open-session.ts';
import { recordSecurityEvent } from './security-events.ts';

/**
 * Exchanges a refresh token for its child. The row lock serializes tabs that refresh together: the
 * first rotates, the others get the same child.
 */
export function refreshSession(
  ctx: Context,
  caller: Caller,
  text: string | undefined,
): Promise<{ user: User; tokens: IssuedTokens }> {
  return ctx.tx(async (trx) => {
    const token = parseToken(text);
    const session = token && (await lockSession(trx, token.uid, token.session_id));
    if (!session || session.transport !== caller.transport || !isAlive(session, ctx.now())) {
      throw new Refusal('login_required');
    }
    // Knowing a session's id must not be enough to end it, so a forged token has no effect at all.
    if (!isGenuine(ctx.secrets, 'refresh', session, token)) throw new Refusal('login_required');

    const verdict = decideRefresh(session, token.generation, ctx.now());
    if (verdict === 'reuse') throw await endReusedSession(ctx, trx, session);
    const current = verdict === 'rotate' ? await rotate(ctx, trx, session, caller) : session;
    const user = await findUser(trx, session.uid);
    if (!user) throw new Refusal('login_required');
    return { user, tokens: issueTokens(ctx, current) };
  });
}

function rotate(ctx: Context, trx: Trx, session: Session, caller: Caller): Promise<Session> {
  const now = ctx.now();
  return updateSession(trx, session.uid, session.id, {
    generation: session.generation + 1,
    child_seen: false,
    rotated_at: now,
    access_expires_at: addSeconds(now, ACCESS_SECONDS),
    parent_access_expires_at: earlier(
      session.access_expires_at,
      addSeconds(now, PARENT_ACCESS_SECONDS),
    ),
    idle_expires_at: earlier(addSeconds(now, IDLE_SECONDS), session.absolute_expires_at),
    ip: caller.ip,
    user_agent: trimUserAgent(caller.user_agent),
    last_used_at: now,
  });
}

/** D11: the owner and a thief of one token look the same, so end the session and notify the owner. */
async function endReusedSession(ctx: Context, trx: Trx, session: Session): Promise<Refusal> {
  await endSession(trx, session.uid, session.id, 'reused', ctx.now());
  await recordSecurityEvent(ctx, trx, {
    uid: session.uid,
    kind: 'session_reused',
    session_id: session.id,
  });
  await notifyUser(trx, {
    uid: session.uid,
    kind: 'session_reused',
    cause: `session_reused:${session.id}`,
    created_at: ctx.now(),
  });
  return new Refusal('session_reused', {}, { keepsEffects: true });
}

import { randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { setLocale } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { findKnownDevice } from '../known-device.ts';
import { ABSOLUTE_SECONDS, ACCESS_SECONDS, IDLE_SECONDS, MAX_SESSIONS } from '../rules.ts';
import { evictSessions } from '../store/ended-sessions.ts';
import { hasSession, insertSession, type Session } from '../store/sessions.ts';
import { createSessionId, mintToken, type Transport } from '../tokens.ts';
import { mailNewDevice } from './account-mails.ts';

const USER_AGENT_MAX = 512;
const SALT_BYTES = 32;

/** Where a request came from and how its tokens travel. */
export type Caller = {
  ip: string | null;
  user_agent: string;
  transport: Transport;
  /** Of an earlier log-in on the same device. */
  device_token?: string | undefined;
};

/** What showed who opens the session. */
export type LogInMethod = 'password' | 'passkey' | 'provider' | 'registration' | 'restore';

export type IssuedTokens = { session: Session; access_token: string; refresh_token: string };

/** The calling code has locked the user's row, so two concurrent log-ins cannot both be the twentieth session. */
export async function openSession(
  ctx: Context,
  trx: Trx,
  user: User,
  caller: Caller,
  method: LogInMethod,
): Promise<IssuedTokens> {
  const now = ctx.now();
  const isNew = await isNewDevice(ctx, trx, user, caller, method);
  const session = await insertSession(trx, {
    id: createSessionId(),
    uid: user.uid,
    user_status: user.status,
    transport: caller.transport,
    salt: randomBytes(SALT_BYTES),
    rotated_at: now,
    access_expires_at: addSeconds(now, ACCESS_SECONDS),
    idle_expires_at: addSeconds(now, IDLE_SECONDS),
    absolute_expires_at: addSeconds(now, ABSOLUTE_SECONDS),
    ip: caller.ip,
    user_agent: trimUserAgent(caller.user_agent),
    created_at: now,
    last_used_at: now,
    confirmed_at: now,
    method,
  });
  if (user.locale !== ctx.locale) await setLocale(trx, user.uid, ctx.locale);
  await evictSessions(trx, user.uid, MAX_SESSIONS, now);
  if (isNew) await mailNewDevice(ctx, trx, user, session);
  return issueTokens(ctx, session);
}

/** The first log-in of an account that an operator created is not worth a mail. */
async function isNewDevice(
  ctx: Context,
  trx: Trx,
  user: User,
  caller: Caller,
  method: LogInMethod,
): Promise<boolean> {
  if (!canSendMail(ctx.config) || method === 'registration') return false;
  if (findKnownDevice(ctx.secrets, user, caller.device_token)) return false;
  return user.locale !== null || (await hasSession(trx, user.uid));
}

export function issueTokens(ctx: Context, session: Session): IssuedTokens {
  return {
    session,
    access_token: mintToken(ctx.secrets, 'access', session, session.generation),
    refresh_token: mintToken(ctx.secrets, 'refresh', session, session.generation),
  };
}

/** PostgreSQL text rejects NUL; half a surrogate pair at the cut would not be UTF-8. */
export function trimUserAgent(text: string): string {
  return text.replaceAll('\0', '').slice(0, USER_AGENT_MAX).toWellFormed();
}

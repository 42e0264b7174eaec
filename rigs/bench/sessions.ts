import { randomBytes } from 'node:crypto';
import { ABSOLUTE_SECONDS, ACCESS_SECONDS, IDLE_SECONDS } from '../../src/accounts/rules.ts';
import type { NewSession } from '../../src/accounts/store/sessions.ts';
import { createSessionId, mintToken, type Transport } from '../../src/accounts/tokens.ts';
import type { Context } from '../../src/context.ts';
import { addSeconds } from '../../src/platform/clock.ts';

const AT_ONCE = 1_000;
const SALT_BYTES = 32;

export type LoggedIn = { uid: number; token: string };

/**
 * Inserts sessions as a log-in does, thousands at a time, right before they are used: a session updates its last use once a minute,
 * which must not be measured.
 */
export async function openSessions(
  ctx: Context,
  uids: number[],
  transport: Transport,
): Promise<LoggedIn[]> {
  const opened: LoggedIn[] = [];
  for (let start = 0; start < uids.length; start += AT_ONCE) {
    const sessions = uids
      .slice(start, start + AT_ONCE)
      .map((uid) => newSession(uid, transport, ctx.now()));
    await ctx.db.insertInto('session').values(sessions).execute();
    for (const session of sessions)
      opened.push({ uid: session.uid, token: mintToken(ctx.secrets, 'access', session, 1) });
  }
  return opened;
}

function newSession(uid: number, transport: Transport, now: Date): NewSession {
  return {
    id: createSessionId(),
    uid,
    user_status: 'active',
    transport,
    salt: randomBytes(SALT_BYTES),
    rotated_at: now,
    access_expires_at: addSeconds(now, ACCESS_SECONDS),
    idle_expires_at: addSeconds(now, IDLE_SECONDS),
    absolute_expires_at: addSeconds(now, ABSOLUTE_SECONDS),
    ip: '127.0.0.1',
    user_agent: 'lamplight bench',
    created_at: now,
    last_used_at: now,
    confirmed_at: now,
    method: 'password',
  };
}

/** As a cookie or as a bearer token. */
export function headersOf({ token }: LoggedIn, transport: Transport): Record<string, string> {
  return transport === 'cookie' ? { cookie: `sid=${token}` } : { authorization: `Bearer ${token}` };
}

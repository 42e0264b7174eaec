import type { FastifyReply } from 'fastify';
import { setCookie } from '../platform/http/cookies.ts';
import type { User } from '../users/actions/find-user.ts';
import { mintDeviceToken } from './known-device.ts';

export const DEVICE_COOKIE = 'device';
/** It stays when the session ends. Browsers keep no cookie for longer than 400 days. */
const DEVICE_SECONDS = 365 * 24 * 3600;

/** After a log-in, or a reset: whoever can read the member's mail is no new device at the next log-in. */
export function setDeviceCookie(
  reply: FastifyReply,
  user: Pick<User, 'uid' | 'password_hash'>,
): void {
  const token = mintDeviceToken(reply.server.ctx.secrets, user);
  setCookie(reply, DEVICE_COOKIE, token, {
    httpOnly: true,
    sameSite: 'strict',
    maxAge: DEVICE_SECONDS,
  });
}

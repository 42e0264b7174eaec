import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearFactorCookie, putFactorCookie, readFactorCookie } from '../transport.ts';

const PURPOSE = 'recovery codes to show';
const SECONDS = 5 * 60;

export function sealCodes(request: FastifyRequest, reply: FastifyReply, codes: string[]): void {
  const plain = Buffer.from(`${request.member.uid} ${codes.join(' ')}`);
  const sealed = request.ctx.secrets.seal(PURPOSE, plain).toString('base64url');
  putFactorCookie(reply, 'recovery_codes', sealed, SECONDS);
}

/** For one page: reading them deletes the cookie. */
export function takeCodes(request: FastifyRequest, reply: FastifyReply): string[] | undefined {
  const sealed = readFactorCookie(request, 'recovery_codes');
  if (!sealed) return undefined;
  clearFactorCookie(reply, 'recovery_codes');
  const plain = request.ctx.secrets.open(PURPOSE, Buffer.from(sealed, 'base64url'));
  const [uid, ...codes] = plain?.toString().split(' ') ?? [];
  return uid === String(request.member.uid) ? codes : undefined;
}

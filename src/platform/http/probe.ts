import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomToken, type Secrets } from '../secrets.ts';

/**
 * How `lamplight doctor` learns what the site sees of a request that came through the proxy. Only who holds
 * SECRET_KEY can ask, and only the site can give the proof. A probe heard on the way is of use for a minute,
 * to learn one's own address.
 */
export const PROBE_HEADER = 'x-lamplight-probe';
const GOOD_FOR_MS = 60_000;
const NONCE_BYTES = 12;
const FORM = /^(\d{13})\.[\w-]{16}\.[\w-]{43}$/;

export type ObservedRequest = {
  /** Whom the site takes the request to come from. */
  address: string;
  /** Whom the connection came from: the proxy, or the visitor where there is none. */
  peer: string;
  forwarded_for: string | null;
  /** As they leave the site, to be compared with what arrives. */
  headers: Record<string, string>;
  proof: string;
};

export function createProbe(secrets: Secrets, now: Date): string {
  const stamp = `${now.getTime()}.${randomToken(NONCE_BYTES)}`;
  return `${stamp}.${secrets.sign('probe', stamp)}`;
}

function proofOf(secrets: Secrets, probe: string): string {
  return secrets.sign('probe answer', probe);
}

export function isValidProof(secrets: Secrets, probe: string, proof: string): boolean {
  return secrets.verify('probe answer', probe, proof);
}

/** Undefined for whoever is not entitled to know; they are told what everybody is told. */
export function replyToProbe(
  secrets: Secrets,
  now: Date,
  request: FastifyRequest,
  reply: FastifyReply,
): ObservedRequest | undefined {
  const probe = String(request.headers[PROBE_HEADER] ?? '');
  if (!isGenuine(secrets, probe, now)) return undefined;
  const { ip, socket, headers } = request;
  const sent = Object.entries(reply.getHeaders()).map(([name, value]) => [name, String(value)]);
  return {
    address: ip,
    peer: socket.remoteAddress ?? '',
    forwarded_for: headers['x-forwarded-for']?.toString() ?? null,
    headers: Object.fromEntries(sent),
    proof: proofOf(secrets, probe),
  };
}

function isGenuine(secrets: Secrets, probe: string, now: Date): boolean {
  const [, moment] = FORM.exec(probe) ?? [];
  if (!moment || Math.abs(now.getTime() - Number(moment)) > GOOD_FOR_MS) return false;
  const end = probe.lastIndexOf('.');
  return secrets.verify('probe', probe.slice(0, end), probe.slice(end + 1));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomToken, type Secrets } from '../secrets.ts';

/**
 * `lamplight doctor` sends a signed probe through the proxy to compare the request with what the site received. Both
 * sides sign with SECRET_KEY. An intercepted probe works for a minute and reveals only the interceptor's own address.
 */
export const PROBE_HEADER = 'x-lamplight-probe';
const LIFETIME_MS = 60_000;
const NONCE_BYTES = 12;
const FORM = /^(\d{13})\.[\w-]{16}\.[\w-]{43}$/;

export type ObservedRequest = {
  /** The client address that the site derives. */
  address: string;
  /** The peer of the connection: the proxy, or the client without one. */
  peer: string;
  forwarded_for: string | null;
  /** The response headers as sent, to compare with those that arrive. */
  headers: Record<string, string>;
  signature: string;
};

export function createProbe(secrets: Secrets, now: Date): string {
  const stamp = `${now.getTime()}.${randomToken(NONCE_BYTES)}`;
  return `${stamp}.${secrets.sign('probe', stamp)}`;
}

function signatureOf(secrets: Secrets, probe: string): string {
  return secrets.sign('probe response', probe);
}

export function isValidSignature(secrets: Secrets, probe: string, signature: string): boolean {
  return secrets.verify('probe response', probe, signature);
}

/** Undefined without a genuine probe; the caller then gets the public response. */
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
    signature: signatureOf(secrets, probe),
  };
}

function isGenuine(secrets: Secrets, probe: string, now: Date): boolean {
  const [, sent_at] = FORM.exec(probe) ?? [];
  if (!sent_at || Math.abs(now.getTime() - Number(sent_at)) > LIFETIME_MS) return false;
  const end = probe.lastIndexOf('.');
  return secrets.verify('probe', probe.slice(0, end), probe.slice(end + 1));
}

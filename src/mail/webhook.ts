import { isUtf8 } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import type { preParsingHookHandler } from 'fastify';
import { equalSecrets } from '../platform/secrets.ts';
import { Refusal } from '../refusals.ts';

const TOLERANCE_MS = 5 * 60 * 1000;
export const WEBHOOK_BYTES_MAX = 512 * 1024;
const ID = /^[\w.-]{1,80}$/;

/** As the Standard Webhooks conventions sign: `v1,` and the base64 of the HMAC of id, time and body. */
export function signWebhook(secret: string, id: string, seconds: string, body: Buffer): string {
  const mac = createHmac('sha256', secret).update(`${id}.${seconds}.`).update(body);
  return `v1,${mac.digest('base64')}`;
}

/** Before the body is parsed: whoever does not know the secret causes no work. */
export const assertSigned: preParsingHookHandler = async (request, _reply, payload) => {
  const { config, now } = request.server.ctx;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of payload) {
    bytes += chunk.length;
    if (bytes > WEBHOOK_BYTES_MAX) throw new Refusal('payload_too_large');
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  const id = headerOf(request.headers['webhook-id']);
  const seconds = headerOf(request.headers['webhook-timestamp']);
  const isRecent = Math.abs(now().getTime() - Number(seconds) * 1000) <= TOLERANCE_MS;
  const secret = config.MAIL_WEBHOOK_SECRET;
  const isGenuine =
    secret !== '' &&
    ID.test(id) &&
    isRecent &&
    // Several signatures, separated by spaces, while the secret is changed.
    headerOf(request.headers['webhook-signature'])
      .split(' ')
      .some((one) => equalSecrets(signWebhook(secret, id, seconds, body), one));
  if (!isGenuine) throw new Refusal('unauthenticated');
  // Decoding would replace what it cannot read, and the report would be about another address.
  if (!isUtf8(body)) throw new Refusal('invalid_input');
  const parsed = Readable.from([body]);
  return Object.assign(parsed, { receivedEncodedLength: body.length });
};

function headerOf(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : '';
}

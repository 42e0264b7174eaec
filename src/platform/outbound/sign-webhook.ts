import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks 1.0: https://www.standardwebhooks.com */
const PREFIX = 'whsec_';
const KEY_BYTES = { min: 24, made: 32, max: 64 } as const;

export function createWebhookKey(): Buffer {
  return randomBytes(KEY_BYTES.made);
}

/** As its owner copies it. */
export function showWebhookKey(key: Buffer): string {
  return PREFIX + key.toString('base64');
}

/** The key of a secret such as `whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw`; undefined if it is none. */
export function readWebhookKey(secret: string): Buffer | undefined {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret;
  const key = Buffer.from(text, 'base64');
  const isBase64 = key.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '');
  return isBase64 && key.length >= KEY_BYTES.min && key.length <= KEY_BYTES.max ? key : undefined;
}

type Message = { id: string; at: Date; body: string };

/**
 * The headers, with one signature for each key: the receiver knows who sent the body, and that it is not an old one. The
 * time is that of the attempt.
 */
export function signWebhook({ id, at, body }: Message, keys: Buffer[]): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000);
  const sign = (key: Buffer) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': keys.map((key) => `v1,${sign(key)}`).join(' '),
  };
}

import { createECDH, createPrivateKey, type ECDH } from 'node:crypto';
import { encrypt } from 'http_ece';
import { SignJWT } from 'jose';
import { addSeconds } from '../clock.ts';

const CURVE = 'prime256v1';
/** RFC 8292 allows a day. */
const TOKEN_SECONDS = 12 * 3600;
/** A push service sees how long a message is; with the padding nearly all are equally long. It accepts at least 4096 bytes. */
const PADDED_BYTES = 1024;

/** By which push services know the site (VAPID). Both parts as the raw bytes of P-256. */
export type PushKey = { public_key: Buffer; private_key: Buffer };
/** Of a browser. */
export type ReceiverKeys = { p256dh: Buffer; auth: Buffer };

/** The key whose private part these bytes are. Undefined: they are none; of random ones, four thousand million to one. */
export function readPushKey(private_key: Buffer): PushKey | undefined {
  const key = createECDH(CURVE);
  try {
    key.setPrivateKey(private_key);
  } catch {
    return undefined;
  }
  return { public_key: key.getPublicKey(), private_key };
}

/** Whether a message can be encrypted for it: 65 bytes need not be a point of the curve. */
export function isPublicKey(bytes: Buffer): boolean {
  const key = createECDH(CURVE);
  key.generateKeys();
  try {
    return key.computeSecret(bytes).length > 0;
  } catch {
    return false;
  }
}

/** RFC 8291: only the browser can read it, the push service cannot. A test names the `sender` and the `salt`. */
export function encryptPush(
  plain: Buffer,
  { p256dh, auth }: ReceiverKeys,
  { sender, salt, padded = PADDED_BYTES }: { sender?: ECDH; salt?: Buffer; padded?: number } = {},
): Buffer {
  const privateKey = sender ?? createECDH(CURVE);
  if (!sender) privateKey.generateKeys();
  return encrypt(plain, {
    version: 'aes128gcm',
    privateKey,
    dh: p256dh,
    authSecret: auth,
    pad: Math.max(0, padded - plain.length),
    ...(salt ? { salt } : {}),
  });
}

type Sender = {
  key: PushKey;
  /** An address, https or mailto, at which the operator of the push service reaches that of the site. */
  contact: string;
  now: Date;
};

/** RFC 8292: the signature tells the push service which site sends. */
export async function authorizePush(
  endpoint: string,
  { key, contact, now }: Sender,
): Promise<string> {
  const x = key.public_key.subarray(1, 33).toString('base64url');
  const y = key.public_key.subarray(33).toString('base64url');
  const d = key.private_key.toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d };
  const token = await new SignJWT()
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
    .setAudience(new URL(endpoint).origin)
    .setExpirationTime(addSeconds(now, TOKEN_SECONDS))
    .setSubject(contact)
    .sign(createPrivateKey({ key: jwk, format: 'jwk' }));
  return `vapid t=${token}, k=${key.public_key.toString('base64url')}`;
}

import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { memoize } from './cache/memoize.ts';

const SEAL = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Signing and encryption with SECRET_KEY. Each purpose has a derived key of its own, so a signature for one is invalid
 * for another. During a rotation the previous and the next key verify and open too, and never sign.
 */
export type Secrets = {
  sign(purpose: string, message: string | Buffer): string;
  /** The signature by every accepted key, the current one first. */
  signatures(purpose: string, message: string | Buffer): string[];
  verify(purpose: string, message: string | Buffer, signature: string): boolean;
  seal(purpose: string, plain: Buffer): Buffer;
  open(purpose: string, sealed: Buffer): Buffer | undefined;
};

type KeySettings = Record<'SECRET_KEY' | 'SECRET_KEY_PREVIOUS' | 'SECRET_KEY_NEXT', string>;

export function openSecrets(keys: KeySettings): Secrets {
  return createSecrets(keys.SECRET_KEY, [keys.SECRET_KEY_PREVIOUS, keys.SECRET_KEY_NEXT]);
}

export function createSecrets(key: string, alsoAccepted: string[] = []): Secrets {
  const current = keyring(key);
  const generations = [current, ...alsoAccepted.filter(Boolean).map(keyring)];
  return {
    sign: (purpose, message) => mac(current(purpose), message),
    signatures: (purpose, message) => generations.map((keys) => mac(keys(purpose), message)),
    verify: (purpose, message, signature) =>
      generations.some((keys) => equalSecrets(mac(keys(purpose), message), signature)),
    seal: (purpose, plain) => seal(current(purpose), plain),
    open: (purpose, sealed) => {
      for (const keys of generations) {
        const plain = open(keys(purpose), sealed);
        if (plain) return plain;
      }
      return undefined;
    },
  };
}

/** Compares in constant time. */
export function equalSecrets(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}

export function randomToken(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** For secrets that people copy: letters and digits only, each equally likely. */
export function randomLetters(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
}

type Keyring = (purpose: string) => KeyObject;

function keyring(secret: string): Keyring {
  // A KeyObject is parsed once. Raw bytes would be parsed for every signature, which takes longer than signing.
  return memoize((purpose) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', secret, 'lamplight', purpose, 32))),
  );
}

function mac(key: KeyObject, message: string | Buffer): string {
  return createHmac('sha256', key).update(message).digest('base64url');
}

function seal(key: KeyObject, plain: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(SEAL, key, nonce);
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

function open(key: KeyObject, sealed: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv(SEAL, key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([
      decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]);
  } catch {
    return undefined;
  }
}

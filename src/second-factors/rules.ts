import { createHash, createHmac } from 'node:crypto';
import { equalSecrets } from '../platform/secrets.ts';

export const PASSKEYS_MAX = 20;
export const PASSKEY_NAME_MAX = 64;
export const RECOVERY_CODES = 10;
/** 80 bits: nobody guesses one, so a fast hash is enough. */
export const RECOVERY_BYTES = 10;
export const CHALLENGE_SECONDS = 5 * 60;
/** How long the second step of a log-in may take. */
export const LOG_IN_SECONDS = 10 * 60;
export const TRUST_SECONDS = 30 * 24 * 3600;
export const TOTP_SETUP_SECONDS = 30 * 60;

export const TOTP_SECRET_BYTES = 20;
const STEP_SECONDS = 30;
const DIGITS = 6;
/** Clocks of telephones are off by seconds, and people type slowly. */
const DRIFT_STEPS = 1;

/** RFC 6238 with SHA-1, which is what authenticator apps implement. */
export function totpCode(secret: Buffer, step: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(message).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / STEP_SECONDS);
}

/** The step whose code this is, if it is later than the last one used. */
export function findTotpStep(
  secret: Buffer,
  code: string,
  now: Date,
  lastStep: number,
): number | undefined {
  const current = stepAt(now);
  const steps = Array.from({ length: 2 * DRIFT_STEPS + 1 }, (_, n) => current - DRIFT_STEPS + n);
  // All are compared, so that the time does not depend on which one matches.
  const matching = steps.filter((step) => equalSecrets(totpCode(secret, step), code));
  return matching.find((step) => step > lastStep);
}

export function isTotpForm(code: string): boolean {
  return /^\d{6}$/.test(withoutBlanks(code));
}

export function withoutBlanks(code: string): string {
  return code.replaceAll(/[\s-]/g, '');
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding. */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** In groups of four, to read and type. */
export function inGroups(text: string): string {
  return (text.match(/.{1,4}/g) ?? []).join('-');
}

/** What the QR code contains. */
export function totpUri(site: string, account: string, secret: Buffer): string {
  const label = `${encodeURIComponent(site)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${toBase32(secret)}&issuer=${encodeURIComponent(site)}`;
}

/** Typed by hand: case, blanks and hyphens do not matter. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(withoutBlanks(code).toUpperCase()).digest();
}

/** A counter that stays at zero is of an authenticator without one. */
export function isCounterOfCopy(stored: number, presented: number): boolean {
  return (stored > 0 || presented > 0) && presented <= stored;
}

import { randomToken, type Secrets } from '../platform/secrets.ts';

const FORM = /^v1\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;
const NONCE_BYTES = 16;
const PURPOSE = 'known device';

type Account = { uid: number; password_hash: string | null };

/**
 * Shows at the next log-in that the device has logged in to this account before. It opens no session and does not
 * name the account, which is only part of the signed message. A new password invalidates all device tokens.
 */
export function mintDeviceToken(secrets: Secrets, account: Account): string {
  const nonce = randomToken(NONCE_BYTES);
  return `v1.${nonce}.${secrets.sign(PURPOSE, message(nonce, account))}`;
}

/** The device's nonce, for counting its failures, or undefined if the account does not know the device. */
export function findKnownDevice(
  secrets: Secrets,
  account: Account | undefined,
  token: string | undefined,
): string | undefined {
  const [, nonce, mac] = FORM.exec(token ?? '') ?? [];
  if (!nonce || !mac) return undefined;
  // An account that does not exist takes the same time as one that does.
  const isKnown = secrets.verify(PURPOSE, message(nonce, account), mac);
  return isKnown && account ? nonce : undefined;
}

function message(nonce: string, account: Account | undefined): string {
  return `${nonce}|${account?.uid ?? 0}|${account?.password_hash ?? ''}`;
}

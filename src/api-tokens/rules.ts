import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What a token may be used for. Independent of each other: `write` does not include `read`. */
export const SCOPES = ['read', 'write', 'studio', 'notifications', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

export const TOKENS_MAX = 20;
export const NAME_MAX = 64;
export const LIFETIMES_DAYS = [30, 90, 365] as const;
/** An expired token stays in the list this long, so that its owner sees why a program stopped. */
export const EXPIRED_DAYS = 30;

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'lamp_';
/** Enough for every uid. */
const UID_LENGTH = 9;
export const RANDOM_LENGTH = 21;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(
  `^${PREFIX}([0-9A-Za-z]{${UID_LENGTH + RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`,
);

/**
 * Secret scanners recognize the prefix, and verify the checksum without asking the site. The uid shows which server has the
 * row.
 */
export function formToken(uid: number, random: string): string {
  const body = toDigits(uid, UID_LENGTH) + random;
  return `${PREFIX}${body}${checksumOf(body)}`;
}

/** Whose token a text can be. Typing errors and guesses end here, before the database is asked. */
export function readApiToken(text: string): number | undefined {
  const [, body = '', checksum] = FORM.exec(text) ?? [];
  if (body === '' || checksumOf(body) !== checksum) return undefined;
  let uid = 0;
  for (const digit of body.slice(0, UID_LENGTH)) uid = uid * BASE62.length + BASE62.indexOf(digit);
  return Number.isSafeInteger(uid) ? uid : undefined;
}

/** Unsalted: 125 random bits cannot be guessed, and the hash must be found by an index. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function checksumOf(body: string): string {
  return toDigits(crc32(body), CHECKSUM_LENGTH);
}

function toDigits(number: number, length: number): string {
  let rest = number;
  let digits = '';
  for (let index = 0; index < length; index++) {
    digits = BASE62.charAt(rest % BASE62.length) + digits;
    rest = Math.floor(rest / BASE62.length);
  }
  return digits;
}

/** Which scope the reads and the writes of a group of operations need; null: no token may call them. */
type GroupScopes = { read: Scope | null; write: Scope | null };

const NEVER: GroupScopes = { read: null, write: null };
const COMMUNITY: GroupScopes = { read: 'read', write: 'write' };

/** By the tag of the operations. A group that is missing stops the start. */
const GROUPS: Record<string, GroupScopes> = {
  // Passwords, factors, sessions, addresses, exports and tokens themselves.
  auth: NEVER,
  settings: NEVER,
  mail: NEVER,
  // Only a person accepts terms.
  'written pages': NEVER,
  posts: { read: 'read', write: 'studio' },
  studio: { read: 'studio', write: 'studio' },
  series: { read: 'read', write: 'studio' },
  comments: COMMUNITY,
  reactions: COMMUNITY,
  follows: COMMUNITY,
  blocks: COMMUNITY,
  tags: COMMUNITY,
  favorites: COMMUNITY,
  level: COMMUNITY,
  energy: COMMUNITY,
  reports: COMMUNITY,
  search: COMMUNITY,
  messages: { read: 'notifications', write: 'notifications' },
  administration: { read: 'admin', write: 'admin' },
};

/**
 * Operations that differ from their group: what everybody sees of the member is open, and the event stream, which
 * carries the staff's queue and ends with a session, is for browsers only.
 */
const EXCEPTIONS: Record<string, Scope | null> = {
  streamEvents: null,
  getAuditStatus: 'read',
  getOwnProfile: 'read',
  getProfile: 'read',
  changeProfile: 'write',
  setAvatar: 'write',
  withdrawProfileChange: 'write',
};

type Operation = { method: string; tag: string; operation_id: string };

/** Undefined: nobody has decided about the group. */
export function scopeOf({ method, tag, operation_id }: Operation): Scope | null | undefined {
  const group = GROUPS[tag];
  if (!group) return undefined;
  const exception = EXCEPTIONS[operation_id];
  if (exception !== undefined) return exception;
  return method === 'GET' ? group.read : group.write;
}

import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Context } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { limitKey } from '../../platform/limits/address.ts';
import { VISITORS_OF_ADDRESS } from '../rules.ts';
import { findOrInsertSalt } from '../store.ts';

const SALT_BYTES = 32;
const PURPOSE = 'visitors of a day';

type DayKey = { day: string; key: Promise<KeyObject> };

const keys = new WeakMap<Db, DayKey>();

/**
 * D62: the key of today, the same in all processes. Made of SECRET_KEY and of the day's random salt in the database; once
 * the salt is deleted, nobody can compute the key again.
 */
export async function keyOfToday(ctx: Context): Promise<{ day: string; key: KeyObject }> {
  const day = calendarDay(ctx.now());
  const known = keys.get(ctx.db);
  if (known?.day === day) return { day, key: await known.key };
  const key = deriveKey(ctx, day);
  keys.set(ctx.db, { day, key });
  // After a failure, the next beacon tries again.
  key.catch((err) => {
    ctx.log.warn({ err }, 'the key of the day could not be read');
    keys.delete(ctx.db);
  });
  return { day, key: await key };
}

async function deriveKey(ctx: Context, day: string): Promise<KeyObject> {
  const salt = await findOrInsertSalt(ctx.db, day, randomBytes(SALT_BYTES));
  return createSecretKey(Buffer.from(ctx.secrets.sign(PURPOSE, salt), 'base64url'));
}

export type Visitor = {
  /** For the limit of the address. */
  address: string;
  /** For the pace. */
  anywhere: string;
  /** For the count of one post; not comparable with that of another. */
  of_post: bigint;
};

/** A member is one visitor on all devices. Anybody else is an address and one of few classes of user agents. */
export function identifyVisitor(
  key: KeyObject,
  caller: { ip: string; user_agent: string; uid: number },
  postId: number,
): Visitor {
  const network = limitKey(caller.ip);
  const agent = hash(key, `agent ${caller.user_agent}`).readUInt32BE() % VISITORS_OF_ADDRESS;
  const who = caller.uid ? `member ${caller.uid}` : `${network} ${agent}`;
  return {
    address: hash(key, `address ${network}`).toString('base64url', 0, 12),
    anywhere: hash(key, `visitor ${who}`).toString('base64url', 0, 12),
    of_post: hash(key, `post ${postId} ${who}`).readBigInt64BE(),
  };
}

function hash(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

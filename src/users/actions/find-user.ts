import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store/users.ts';

export type User = NonNullable<Awaited<ReturnType<typeof store.selectByUid>>>;

/** Also finds banned and deleted accounts: their address is taken, and they may log in or restore. */
export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return store.selectByEmail(db, normalizeEmail(email));
}

/** Nobody can register with it: an account has it, or can get it back by undoing a change. */
export async function isEmailTaken(db: Db, email: string): Promise<boolean> {
  const reserved = await store.selectReserved(db, normalizeEmail(email));
  return (await findUserByEmail(db, email)) !== undefined || reserved;
}

export function findUser(db: Db, uid: number): Promise<User | undefined> {
  return store.selectByUid(db, uid);
}

/** For data shown to other members: a deleted account does not exist (D15). */
export async function getUser(db: Db, uid: number): Promise<User> {
  const user = await findUser(db, uid);
  if (!user || user.deleted_at) throw new Refusal('not_found');
  return user;
}

export async function siteHasOwner(db: Db): Promise<boolean> {
  return (await store.selectOwner(db)) !== undefined;
}

export function findOwner(db: Db): Promise<User | undefined> {
  return store.selectOwner(db);
}

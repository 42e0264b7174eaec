import type { Context, Role } from '../context.ts';
import { notifyUser } from '../notifications/actions/notify.ts';
import type { Trx } from '../platform/db/database.ts';
import { violatedConstraint } from '../platform/db/errors.ts';
import { Refusal } from '../refusals.ts';
import { setPasswordHash, setRole } from '../users/actions/change-user.ts';
import { createUser } from '../users/actions/create-user.ts';
import {
  findOwner,
  findUser,
  findUserByEmail,
  siteHasOwner,
  type User,
} from '../users/actions/find-user.ts';
import { lockUser } from '../users/actions/lock-user.ts';
import { Failure } from './failure.ts';

const ONE_OWNER =
  'A site has exactly one; to hand the role over: `lamplight user set-role <uid|email> owner`.';

/** D17: the owner is made once; the unique index decides between two who try at the same time. */
export async function addUser(
  ctx: Context,
  input: { email: string; password: string; role: Role },
): Promise<User> {
  if (input.role === 'owner' && (await siteHasOwner(ctx.db)))
    throw new Failure(`This site has an owner. ${ONE_OWNER}`);
  const password_hash = await ctx.passwords.hash(input.password);
  try {
    return await ctx.tx((trx) =>
      createUser(trx, {
        email: input.email,
        password_hash,
        role: input.role,
        created_at: ctx.now(),
      }),
    );
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found')
      throw new Failure(`This site has an owner. ${ONE_OWNER}`);
    throw error;
  }
}

/** Gives the user a role. There is always one owner, so a new one makes an admin of the former. */
export async function changeRole(
  ctx: Context,
  uid: number,
  role: Role,
): Promise<{ former_owner: User | undefined }> {
  return ctx.tx(async (trx) => {
    const owner = await findOwner(trx);
    const locked = await lockInOrder(trx, [uid, ...(owner ? [owner.uid] : [])]);
    const user = locked.get(uid);
    if (!user || user.deleted_at) throw new Failure(`User ${uid} is deleted.`);
    if (user.role === role) return { former_owner: undefined };
    if (user.role === 'owner') throw new Failure(`User ${uid} is the owner. ${ONE_OWNER}`);
    if (role === 'owner' && user.status === 'banned') throw new Failure(`User ${uid} is banned.`);

    const former = role === 'owner' && owner ? locked.get(owner.uid) : undefined;
    // Demoted first: the index that allows one owner is checked at every statement.
    if (former) await setRole(trx, former.uid, 'admin');
    await promote(trx, uid, role);
    return { former_owner: former };
  });
}

/** Between finding the owner and locking both, somebody else may have handed the role over. */
async function promote(trx: Trx, uid: number, role: Role): Promise<void> {
  try {
    await setRole(trx, uid, role);
  } catch (error) {
    if (violatedConstraint(error) !== 'users_one_owner') throw error;
    throw new Failure('Somebody else became the owner just now. Look again before you go on.');
  }
}

/** Users are always locked by uid ascending, so that two hand-overs wait instead of deadlocking. */
async function lockInOrder(trx: Trx, uids: number[]): Promise<Map<number, User>> {
  const locked = new Map<number, User>();
  for (const uid of uids.toSorted((a, b) => a - b)) {
    const user = await lockUser(trx, uid);
    if (user) locked.set(uid, user);
  }
  return locked;
}

/** Signs the user out everywhere: the trigger on the hash does, and the user finds a notice. */
export async function resetPassword(ctx: Context, uid: number, password: string): Promise<void> {
  const hash = await ctx.passwords.hash(password);
  await ctx.tx(async (trx) => {
    await setPasswordHash(trx, uid, hash);
    const now = ctx.now();
    await notifyUser(trx, {
      uid,
      kind: 'password_changed',
      cause: `password_changed:${now.toISOString()}`,
      created_at: now,
    });
  });
}

/** Deleted accounts are found, since they can be restored; purged ones have nothing left to change. */
export async function getNamedUser(ctx: Context, name: string): Promise<User> {
  const user = /^\d+$/.test(name)
    ? await findUser(ctx.db, Number(name))
    : await findUserByEmail(ctx.db, name);
  if (!user || user.email === null) throw new Failure(`There is no user ${name}.`);
  return user;
}

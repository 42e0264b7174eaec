import { mailPasswordChanged } from '../accounts/actions/account-mails.ts';
import type { Context, Role } from '../context.ts';
import { notifyUser } from '../notifications/actions/notify.ts';
import type { Trx } from '../platform/db/database.ts';
import { violatedConstraint } from '../platform/db/errors.ts';
import { Refusal } from '../refusals.ts';
import { recordStaffAction } from '../staff-log/actions.ts';
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

/** D17: there is one owner; the unique index decides between two concurrent tries. */
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

/** There is always one owner, so the former owner becomes an admin. */
export async function changeRole(
  ctx: Context,
  uid: number,
  role: Role,
): Promise<{ former_owner: User | undefined }> {
  return ctx.tx(async (trx) => {
    const owner = await findOwner(trx);
    const locked = await lockUsersInOrder(trx, [uid, ...(owner ? [owner.uid] : [])]);
    const user = locked.get(uid);
    if (!user || user.deleted_at) throw new Failure(`User ${uid} is deleted.`);
    if (user.role === role) return { former_owner: undefined };
    if (user.role === 'owner') throw new Failure(`User ${uid} is the owner. ${ONE_OWNER}`);
    if (role === 'owner' && user.status === 'banned') throw new Failure(`User ${uid} is banned.`);

    const former = role === 'owner' && owner ? locked.get(owner.uid) : undefined;
    // Demote first: every statement checks the unique index on the owner.
    if (former) {
      await setRole(trx, former.uid, 'admin');
      await recordRole(ctx, trx, former, 'admin');
    }
    await promote(trx, uid, role);
    await recordRole(ctx, trx, user, role);
    return { former_owner: former };
  });
}

function recordRole(ctx: Context, trx: Trx, user: User, role: Role): Promise<void> {
  return recordStaffAction(ctx, trx, null, {
    action: 'user.role',
    subject_kind: 'user',
    subject_id: user.uid,
    reason: '',
    before: { role: user.role },
    after: { role },
  });
}

/** Another command may have changed the owner between the read and the locks. */
async function promote(trx: Trx, uid: number, role: Role): Promise<void> {
  try {
    await setRole(trx, uid, role);
  } catch (error) {
    if (violatedConstraint(error) !== 'users_one_owner') throw error;
    throw new Failure('Another user has just become the owner. Check before you try again.');
  }
}

/** Users are always locked by uid ascending, so that two hand-overs wait instead of deadlocking. */
async function lockUsersInOrder(trx: Trx, uids: number[]): Promise<Map<number, User>> {
  const locked = new Map<number, User>();
  for (const uid of uids.toSorted((a, b) => a - b)) {
    const user = await lockUser(trx, uid);
    if (user) locked.set(uid, user);
  }
  return locked;
}

/** Notifies the user. The trigger on the hash ends all sessions. */
export async function resetPassword(ctx: Context, uid: number, password: string): Promise<void> {
  const hash = await ctx.passwords.hash(password);
  await ctx.tx(async (trx) => {
    const user = await lockUser(trx, uid);
    await setPasswordHash(trx, uid, hash);
    if (user) await mailPasswordChanged(ctx, trx, user);
    const now = ctx.now();
    await notifyUser(trx, {
      uid,
      kind: 'password_changed',
      cause: `password_changed:${now.toISOString()}`,
      created_at: now,
    });
  });
}

/** By uid or e-mail address. Finds deleted accounts, which can be restored, but not purged ones. */
export async function getUserByName(ctx: Context, name: string): Promise<User> {
  const user = /^\d+$/.test(name)
    ? await findUser(ctx.db, Number(name))
    : await findUserByEmail(ctx.db, name);
  if (!user || user.email === null) throw new Failure(`There is no user ${name}.`);
  return user;
}

import type { Context } from '../../context.ts';
import { limitKey } from '../../platform/limits/address.ts';
import { Refusal } from '../../refusals.ts';
import { type VerifiedUse, verifyPasskey } from '../../second-factors/actions/passkeys.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { isPastRestoring, offerRestore } from './offer-restore.ts';
import { type Caller, type IssuedTokens, openSession } from './open-session.ts';
import { acceptPasskey } from './use-passkey.ts';

type Input = { passkey: string; passkey_token: string | undefined };

/** D64: the authenticator has verified the person, so this is two factors at once and no second step follows. */
export async function logInByPasskey(
  ctx: Context,
  caller: Caller,
  input: Input,
): Promise<{ user: User; tokens: IssuedTokens }> {
  const address = limitKey(caller.ip ?? '');
  await ctx.limits.assertOpen('login_ip', address);
  try {
    return await admit(ctx, caller, await verifyPasskey(ctx, fromInput(input)));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'passkey_refused')
      await ctx.limits.countFailure('login_ip', address);
    throw error;
  }
}

const fromInput = ({ passkey, passkey_token }: Input) => ({ passkey, token: passkey_token });

async function admit(ctx: Context, caller: Caller, verified: VerifiedUse) {
  const result = await ctx.tx(async (trx) => {
    const user = await lockUser(trx, verified.passkey.uid);
    if (!user || isPastRestoring(ctx, user)) throw new Refusal('passkey_refused');
    const refusal = await acceptPasskey(ctx, trx, user, verified);
    if (refusal) return { refusal };
    if (user.deleted_at) return { user };
    return { user, tokens: await openSession(ctx, trx, user, caller, 'passkey') };
  });
  if (result.refusal) throw result.refusal;
  if (!result.tokens) throw await offerRestore(ctx, result.user, result.user.deleted_at as Date);
  return result;
}

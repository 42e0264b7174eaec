import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { usePasskey, type VerifiedUse } from '../../second-factors/actions/passkeys.ts';
import type { User } from '../../users/actions/find-user.ts';
import { reportFactorChange } from './report-factors.ts';

/**
 * After `lockUser`. Returns why the passkey is refused; the caller throws that after the commit, because a copied
 * authenticator is recorded.
 */
export async function acceptPasskey(
  ctx: Context,
  trx: Trx,
  user: User,
  verified: VerifiedUse,
): Promise<Refusal | undefined> {
  if (verified.passkey.uid !== user.uid) return new Refusal('passkey_refused');
  const outcome = await usePasskey(ctx, trx, verified);
  if (outcome === 'used') return undefined;
  if (outcome === 'copy')
    await reportFactorChange(ctx, trx, user, {
      change: 'passkey_cloned',
      session_id: null,
      name: verified.passkey.name,
    });
  return new Refusal('passkey_refused', {}, { keepsEffects: true });
}

import type { Context } from '../../context.ts';
import { equalSecrets } from '../../platform/secrets.ts';
import { Refusal } from '../../refusals.ts';
import { setSiteSetting } from '../../site-settings/actions.ts';
import { createUser } from '../../users/actions/create-user.ts';
import { siteHasOwner, type User } from '../../users/actions/find-user.ts';
import { assertUncommonPassword } from '../common-passwords.ts';

const TOKEN_LENGTH = 24;

/** Derived from the secret key, so every process prints the same token and none is stored. */
export function createSetupToken(ctx: Context): string {
  return ctx.secrets.sign('setup', 'owner').slice(0, TOKEN_LENGTH);
}

/** A process with the next or the previous key may have printed it. */
function assertSetupToken(ctx: Context, token: string): void {
  const accepted = ctx.secrets.signatures('setup', 'owner');
  if (!accepted.some((one) => equalSecrets(one.slice(0, TOKEN_LENGTH), token)))
    throw new Refusal('setup_token_invalid');
}

/** D17: the page exists only while there is no owner. */
export async function assertSetupOpen(ctx: Context): Promise<void> {
  if (await siteHasOwner(ctx.db)) throw new Refusal('not_found');
}

export async function setUpOwner(
  ctx: Context,
  input: { token: string; email: string; password: string; audit_enabled: boolean },
): Promise<User> {
  await assertSetupOpen(ctx);
  assertSetupToken(ctx, input.token.trim());
  await assertUncommonPassword(input.password, '/password');
  const password_hash = await ctx.passwords.hash(input.password);
  return ctx.tx(async (trx) => {
    const created_at = ctx.now();
    const owner = await createUser(trx, {
      email: input.email,
      password_hash,
      role: 'owner',
      created_at,
    });
    await setSiteSetting(trx, {
      key: 'audit.enabled',
      value: input.audit_enabled,
      updated_by: owner.uid,
      updated_at: created_at,
    });
    return owner;
  });
}

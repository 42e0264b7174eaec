import type { Context } from '../../context.ts';
import { addExp } from '../../levels/actions.ts';
import type { Trx } from '../../platform/db/database.ts';
import { translator } from '../../platform/i18n.ts';
import { equalSecrets } from '../../platform/secrets.ts';
import { Refusal } from '../../refusals.ts';
import { changeSiteTexts, type SiteTexts, setSiteSetting } from '../../site-settings/actions.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { createUser } from '../../users/actions/create-user.ts';
import { siteHasOwner, type User } from '../../users/actions/find-user.ts';
import { LEVEL_EXP } from '../../users/rules.ts';
import { assertUncommonPassword } from '../common-passwords.ts';
import { type Caller, type IssuedTokens, openSession } from './open-session.ts';

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

type SetUp = {
  token: string;
  email: string;
  password: string;
  audit_enabled: boolean;
  /** The name, description and contact that the owner entered. */
  site: Partial<SiteTexts>;
};

/** D17: creates the owner, who is logged in and may publish at once. */
export async function setUpOwner(
  ctx: Context,
  caller: Caller,
  input: SetUp,
): Promise<{ user: User; tokens: IssuedTokens }> {
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
      locale: ctx.locale,
    });
    await setSiteSetting(trx, {
      key: 'audit.enabled',
      value: input.audit_enabled,
      updated_by: owner.uid,
      updated_at: created_at,
    });
    const change = { updated_by: owner.uid, updated_at: created_at };
    const changed = await changeSiteTexts(trx, input.site, change);
    if (changed)
      await recordStaffAction(ctx, trx, owner, {
        action: 'setting.change',
        subject_kind: 'site_setting',
        subject_id: null,
        reason: '',
        ...changed,
      });
    await raiseOwner(ctx, trx, owner);
    return { user: owner, tokens: await openSession(ctx, trx, owner, caller, 'registration') };
  });
}

/** Nobody could read the first post if its author had to earn a level on an empty site. */
async function raiseOwner(ctx: Context, trx: Trx, { uid }: User): Promise<void> {
  const [, delta = 1] = LEVEL_EXP;
  const created_at = ctx.now();
  await addExp(trx, { uid, delta, reason: 'opening', cause: 'opening', created_at });
  await recordStaffAction(
    ctx,
    trx,
    { uid },
    {
      action: 'user.first_level',
      subject_kind: 'user',
      subject_id: uid,
      reason: translator(ctx.locale)('setup.first_level'),
      before: { level: 0 },
      after: { level: 1 },
    },
  );
}

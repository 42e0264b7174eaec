import type { Context, Viewer } from '../../context.ts';
import { translator } from '../../platform/i18n.ts';
import { listFactors } from '../../second-factors/actions/factors.ts';
import { beginTotp, reopenTotp } from '../../second-factors/actions/totp.ts';
import { toBase32 } from '../../second-factors/rules.ts';
import type { Factors } from '../../second-factors/schema.ts';
import { getUser } from '../../users/actions/find-user.ts';

export async function getFactors(ctx: Context, viewer: Viewer): Promise<Factors> {
  const [user, factors] = await Promise.all([
    getUser(ctx.db, viewer.uid),
    listFactors(ctx.db, viewer.uid),
  ]);
  return {
    has_password: user.password_hash !== null,
    passkeys: factors.passkeys.map(({ id, name, backed_up, created_at, last_used_at }) => ({
      id,
      name,
      backed_up,
      created_at: created_at.toISOString(),
      last_used_at: last_used_at?.toISOString() ?? null,
    })),
    passkey_step: factors.passkey_step,
    totp_added_at: factors.totp_added_at?.toISOString() ?? null,
    recovery_codes_left: factors.recovery_codes_left,
  };
}

/** A new secret, or the one of a form that was refused. */
export async function startTotp(ctx: Context, viewer: Viewer, setup?: string) {
  const { uid, email } = await getUser(ctx.db, viewer.uid);
  const account = { uid, email: email ?? String(uid) };
  const site = translator(ctx.locale, ctx.site.current.name)('page.site');
  const again = setup === undefined ? undefined : reopenTotp(ctx, account, site, setup);
  const { secret, ...begun } = again ?? beginTotp(ctx, account, site);
  return { ...begun, secret: toBase32(secret) };
}

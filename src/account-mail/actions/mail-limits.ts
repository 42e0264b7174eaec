import { emailKey } from '../../accounts/email-key.ts';
import type { Context } from '../../context.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import { Refusal } from '../../refusals.ts';

const SITE = 'site';

/** D63: where mail would be needed, a site without it refuses. */
export function assertMailOn(ctx: Context): void {
  if (!canSendMail(ctx.config)) throw new Refusal('mail_off');
}

/** The same for every address, whether or not it has an account. */
export async function consumeMailLimits(ctx: Context, email: string): Promise<void> {
  const key = emailKey(email);
  await ctx.limits.consume('mail_minute', key);
  await ctx.limits.consume('mail_hour', key);
  await ctx.limits.consume('mail_site', SITE);
}

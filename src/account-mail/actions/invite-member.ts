import type { Context } from '../../context.ts';
import { canSendMail, enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import {
  createMailToken,
  INVITATION_SECONDS,
  renderMailToken,
} from '../../mail/actions/mail-tokens.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { User } from '../../users/actions/find-user.ts';
import { LINK_PAGES } from '../rules.ts';

type Invited = Pick<User, 'uid' | 'email' | 'locale'>;

/** To somebody whose account the operator has created: sets their first password. Nothing without mail. */
export async function mailInvitation(ctx: Context, trx: Trx, user: Invited): Promise<void> {
  if (!canSendMail(ctx.config)) return;
  const { uid, locale } = user;
  const email = user.email ?? '';
  await enqueueMail(ctx, trx, {
    kind: 'invitation',
    to: { uid, email, locale },
    cause: `invitation:${uid}`,
    data: { token_id: await createInvitation(ctx, trx, user), email },
  });
}

/** The same link, for an operator whose site sends no mail. */
export async function createInvitationLink(ctx: Context, user: Invited): Promise<string> {
  const id = await ctx.tx((trx) => createInvitation(ctx, trx, user));
  const { token } = (await renderMailToken(ctx, user.uid, id)) ?? {};
  return `${ctx.config.BASE_URL}${LINK_PAGES.reset_password}/${token}`;
}

/** Like a link to reset a password, and valid for longer: nobody has asked for it, so nobody is waiting for it. */
function createInvitation(ctx: Context, trx: Trx, { uid, email }: Invited): Promise<string> {
  const token = { purpose: 'reset_password', uid, email: email ?? '' } as const;
  return createMailToken(ctx, trx, token, INVITATION_SECONDS);
}

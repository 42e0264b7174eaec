import type { Context } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { writeInvitationLink } from '../../mail/kinds/invitation-link.ts';
import type { ComposeFromDomain } from '../../mail/rules.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { displayName } from '../../users/actions/present-user.ts';
import { isToken, pathOf } from '../rules.ts';

const SEALED_FOR = 'invitation link';

type Sent = { id: number; token: string; inviter_uid: number; to: string; days: number };

/** The token is stored only in the mail that waits, and only encrypted. */
export async function mailInvitationLink(ctx: Context, trx: Trx, sent: Sent): Promise<void> {
  const { id, token, inviter_uid, to, days } = sent;
  const sealed = ctx.secrets.seal(SEALED_FOR, Buffer.from(token)).toString('base64url');
  await enqueueMail(ctx, trx, {
    kind: 'invitation_link',
    to: { uid: null, email: to, locale: ctx.locale },
    cause: `invitation_link:${id}`,
    data: { sealed, inviter_uid, days },
  });
}

export const composeInvitationLink: ComposeFromDomain = async (ctx, view) => {
  const { sealed, inviter_uid, days } = view.data;
  const token = ctx.secrets.open(SEALED_FOR, Buffer.from(String(sealed), 'base64url'))?.toString();
  const inviter = await findUser(ctx.db, Number(inviter_uid));
  if (!token || !isToken(token) || !inviter || inviter.deleted_at) return undefined;
  const name = displayName({ locale: view.locale }, inviter);
  return writeInvitationLink(view, { name, path: pathOf(token), days: Number(days) });
};

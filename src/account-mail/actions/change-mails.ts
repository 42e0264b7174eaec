import type { Context } from '../../context.ts';
import { enqueueMail } from '../../mail/actions/enqueue-mail.ts';
import { createMailToken } from '../../mail/actions/mail-tokens.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findUserByEmail, type User } from '../../users/actions/find-user.ts';

/**
 * A link and a code for the new address. If another account has that address, its owner gets a mail about it instead, and the
 * member who asked sees no difference.
 */
export async function mailNewAddress(
  ctx: Context,
  trx: Trx,
  user: User,
  new_email: string,
): Promise<void> {
  const owner = await findUserByEmail(trx, new_email);
  if (owner?.email) return mailAlreadyRegistered(ctx, trx, { ...owner, email: owner.email });
  const { uid, locale } = user;
  const token_id = await createMailToken(ctx, trx, {
    purpose: 'change_address',
    uid,
    email: new_email,
  });
  await enqueueMail(ctx, trx, {
    kind: 'change_address',
    to: { uid, email: new_email, locale },
    cause: `change_address:${token_id}`,
    data: { token_id, email: new_email },
  });
}

async function mailAlreadyRegistered(
  ctx: Context,
  trx: Trx,
  owner: { uid: number; email: string; locale: string | null },
): Promise<void> {
  const { uid, email, locale } = owner;
  await enqueueMail(ctx, trx, {
    kind: 'already_registered',
    to: { uid, email, locale },
    cause: `already_registered:${uid}:${ctx.now().toISOString()}`,
    data: { email },
  });
}

/** To the old address, with the link that undoes the change, if the address was verified. */
export async function mailAddressChanged(
  ctx: Context,
  trx: Trx,
  { uid, locale }: Pick<User, 'uid' | 'locale'>,
  change: { id: number; old_email: string; new_email: string; undo_token_id: string | null },
  occasion = 'changed',
): Promise<void> {
  await enqueueMail(ctx, trx, {
    kind: 'address_changed',
    to: { uid, email: change.old_email, locale },
    cause: `address_changed:${change.id}:${occasion}`,
    data: {
      token_id: change.undo_token_id,
      email: change.new_email,
      at: ctx.now().toISOString(),
    },
  });
}

import type { Context } from '../../context.ts';
import { findMailToken } from '../../mail/actions/mail-tokens.ts';
import { findUser } from '../../users/actions/find-user.ts';
import type { LinkPurpose } from '../rules.ts';
import { findByUndoToken, findPending } from '../store/email-changes.ts';
import { oldestPending } from './change-address.ts';

/** The address that a link is about, without using the link. Undefined if it no longer works. */
export async function findLinkAddress(
  ctx: Context,
  purpose: LinkPurpose,
  token: string | undefined,
): Promise<string | undefined> {
  const found = token && (await findMailToken(ctx, ctx.db, purpose, token));
  if (!found) return undefined;
  if (purpose === 'undo_change')
    return (await findByUndoToken(ctx.db, found.uid, found.id))?.old_email;
  if (purpose === 'change_address')
    return (await findPending(ctx.db, found.uid, oldestPending(ctx)))?.new_email;
  return (await findUser(ctx.db, found.uid))?.email ?? undefined;
}

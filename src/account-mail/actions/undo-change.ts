import { endAllSessions } from '../../accounts/actions/manage-sessions.ts';
import { recordSecurityEvent } from '../../accounts/actions/security-events.ts';
import type { Context } from '../../context.ts';
import { createMailToken, renderMailToken } from '../../mail/actions/mail-tokens.ts';
import { addDays } from '../../platform/clock.ts';
import { Refusal } from '../../refusals.ts';
import { removeFactorsSince } from '../../second-factors/actions/factors.ts';
import { removePassword, setEmail } from '../../users/actions/change-user.ts';
import { deleteChangesFrom, findByUndoToken } from '../store/email-changes.ts';
import { useLink } from './use-link.ts';

/** Whoever stole the account may have added a passkey of their own before they changed the address. */
const SUSPECT_DAYS = 1;

/**
 * By the link that the old address got. It ends everything that whoever changed the address has: the password, new
 * passkeys and factors, all sessions, later changes and their links. It opens no session; the returned token sets a new password.
 */
export async function undoAddressChange(
  ctx: Context,
  token: string,
): Promise<{ email: string; reset_token: string }> {
  const { uid, email, reset_token_id } = await ctx.tx(async (trx) => {
    const { user, used } = await useLink(ctx, trx, 'undo_change', token);
    const change = await findByUndoToken(trx, user.uid, used.id);
    if (!change) throw new Refusal('mail_link_invalid');
    const { uid } = user;
    const email = change.old_email;
    await deleteChangesFrom(trx, uid, change.id);
    await setEmail(trx, uid, email, ctx.now());
    await removePassword(trx, uid);
    await removeFactorsSince(trx, uid, addDays(change.requested_at, -SUSPECT_DAYS));
    // The trigger on the password ends none if there was no password.
    await endAllSessions(ctx, trx, uid, 'email_change_undone');
    await recordSecurityEvent(ctx, trx, { uid, kind: 'email_change_undone', session_id: null });
    const purpose = 'reset_password';
    const reset_token_id = await createMailToken(ctx, trx, { purpose, uid, email });
    return { uid, email, reset_token_id };
  });
  const rendered = await renderMailToken(ctx, uid, reset_token_id);
  if (!rendered) throw new Refusal('mail_link_invalid');
  return { email, reset_token: rendered.token };
}

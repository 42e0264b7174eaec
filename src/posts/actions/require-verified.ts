import type { Context } from '../../context.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { findUser } from '../../users/actions/find-user.ts';

/** D63: the owner may require it. A site without mail could not verify anybody, so there it has no effect. */
export async function mustVerifyAddress(ctx: Context, db: Db, uid: number): Promise<boolean> {
  if (!canSendMail(ctx.config)) return false;
  if (!(await getSiteSetting(db, 'posts.verified_address_required'))) return false;
  return !(await findUser(db, uid))?.email_verified_at;
}

export async function assertVerifiedAddress(ctx: Context, db: Db, uid: number): Promise<void> {
  if (await mustVerifyAddress(ctx, db, uid)) throw new Refusal('address_unverified');
}

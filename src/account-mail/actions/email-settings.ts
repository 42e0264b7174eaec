import type { Context, Viewer } from '../../context.ts';
import { canSendMail } from '../../mail/actions/enqueue-mail.ts';
import { Refusal } from '../../refusals.ts';
import { findUser } from '../../users/actions/find-user.ts';
import type { EmailSettings } from '../schema.ts';
import { findPending } from '../store/email-changes.ts';
import { oldestPending } from './change-address.ts';

export async function getEmailSettings(ctx: Context, viewer: Viewer): Promise<EmailSettings> {
  const [user, pending] = await Promise.all([
    findUser(ctx.db, viewer.uid),
    findPending(ctx.db, viewer.uid, oldestPending(ctx)),
  ]);
  if (!user?.email) throw new Refusal('login_required');
  return {
    email: user.email,
    verified_at: user.email_verified_at?.toISOString() ?? null,
    has_password: user.password_hash !== null,
    pending: pending
      ? { email: pending.new_email, requested_at: pending.requested_at.toISOString() }
      : null,
    mail_enabled: canSendMail(ctx.config),
  };
}

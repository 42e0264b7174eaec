import type { Context, Viewer } from '../../context.ts';
import { getSiteContact, setSiteContact } from '../../site-settings/actions.ts';
import { CONTACT } from '../../site-settings/rules.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockUser } from '../../users/actions/lock-user.ts';

/** Shown to visitors who cannot log in. Empty: they are only asked to contact the site. */
export function changeContact(
  ctx: Context,
  staff: Viewer,
  contact: string,
): Promise<{ contact: string }> {
  return ctx.tx(async (trx) => {
    await lockUser(trx, staff.uid);
    const before = await getSiteContact(trx);
    const value = contact.trim();
    if (before === value) return { contact: value };
    await setSiteContact(trx, { value, updated_by: staff.uid, updated_at: ctx.now() });
    await recordStaffAction(ctx, trx, staff, {
      action: 'setting.change',
      subject_kind: 'site_setting',
      subject_id: null,
      reason: '',
      // The text itself is on the page; the log has no texts of people.
      before: { [CONTACT]: before !== '' },
      after: { [CONTACT]: value !== '' },
    });
    return { contact: value };
  });
}

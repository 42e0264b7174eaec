import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import { findOwner, type RoutedId } from '../../platform/http/routed-id.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockSeriesOfAnybody, removeText } from '../store/series.ts';
import { findSeriesAuthor } from '../store/shared.ts';

/**
 * D47: the staff remove the title and the description of a series, with a reason for the author. The posts and their order
 * stay. The log entry has no text, which a purge must delete.
 */
export async function clearSeries(
  ctx: Context,
  staff: Viewer,
  address: RoutedId,
  sent: { reason: string },
): Promise<void> {
  const reason = sent.reason.trim();
  const now = ctx.now();
  const { id } = address;
  const author_uid = await findOwner(address, (one) => findSeriesAuthor(ctx.db, one));
  await ctx.tx(async (trx) => {
    const series = await lockSeriesOfAnybody(trx, { author_uid, id });
    if (!series) throw new Refusal('not_found');
    if (series.text_removed_at !== null) throw new Refusal('wrong_state');
    await removeText(trx, series, now);
    await recordStaffAction(ctx, trx, staff, {
      action: 'series.clear',
      subject_kind: 'series',
      subject_id: id,
      reason,
      before: { removed: false, author_uid },
      after: { removed: true },
    });
    if (author_uid === staff.uid) return;
    await notifyUser(trx, {
      uid: author_uid,
      kind: 'series_cleared',
      // The author may write another text, which may be removed again.
      cause: `series_cleared:${id}:${series.version}`,
      payload: { reason },
      created_at: now,
    });
  });
}

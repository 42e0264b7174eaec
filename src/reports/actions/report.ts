import { getPosition } from '../../comments/actions/find-comment.ts';
import { holdComment } from '../../comments/actions/hold-comment.ts';
import type { Context, Viewer } from '../../context.ts';
import { assertLevel } from '../../levels/actions.ts';
import type { Trx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live/announcements.ts';
import { Refusal } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { levelOf } from '../../users/rules.ts';
import { hides, REPORT_LEVEL, WEIGHT_LEVEL } from '../rules.ts';
import type { ReportBody } from '../schema.ts';
import * as store from '../store/reports.ts';
import { getSubject } from './find-subject.ts';

/** D66: once per member and subject. The third report that weighs hides a comment until the staff looks. */
export async function reportSubject(ctx: Context, viewer: Viewer, sent: ReportBody): Promise<void> {
  assertLevel(viewer, REPORT_LEVEL);
  const level = levelOf(viewer.exp);
  const { subject_kind, subject_id, reason } = sent;
  const subject = await getSubject(ctx, viewer, subject_kind, subject_id);
  if (subject.uid === viewer.uid) throw new Refusal('not_on_oneself');
  const now = ctx.now();
  await ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const case_id = await store.lockOpenCase(trx, subject, now);
    const report = { case_id, reporter_uid: viewer.uid, subject_kind, subject_id, reason };
    const weighs = level >= WEIGHT_LEVEL;
    const note = sent.note?.trim() ?? '';
    if (!(await store.insertReport(trx, { ...report, note, weighs, created_at: now })))
      throw new Refusal('reported_before');
    announce(trx, 'queue');
    if (weighs && hides(subject_kind, await store.countWeighing(trx, case_id)))
      await holdComment(
        ctx,
        trx,
        await getPosition(trx, { owner: undefined, id: subject_id }),
        'reports',
      );
  });
}

/** D15: what the member reported, and wrote about it. The cases stay for the staff. */
export function purgeReports(trx: Trx, uid: number): Promise<void> {
  return store.deleteReportsOf(trx, uid);
}

import { readCommentTexts } from '../../../comments/actions/read-held.ts';
import type { Context, Viewer } from '../../../context.ts';
import { findTitles } from '../../../posts/actions/find-titles.ts';
import { type OpenCase, readOpenCases } from '../../../reports/actions/read-cases.ts';
import { listCards } from '../../../users/actions/list-cards.ts';
import { countReports } from '../../store/queue.ts';
import { decideReport } from '../decide-report.ts';
import type { QueueKind, Waiting } from './kind.ts';

/** D66: all reports of one subject are one item. */
export const REPORTS: QueueKind = {
  list: async (ctx, staff, page) => describe(ctx, staff, await readOpenCases(ctx, page)),
  count: (ctx) => countReports(ctx.db),
  decide: (ctx, staff, { id }, { approve, reason, batch }) =>
    decideReport(ctx, staff, id, { uphold: !approve, reason, batch }),
};

async function describe(ctx: Context, staff: Viewer, cases: OpenCase[]): Promise<Waiting[]> {
  const of = (kind: string) =>
    cases.filter((one) => one.subject_kind === kind).map((one) => one.subject_id);
  const [titles, texts, people] = await Promise.all([
    findTitles(ctx, staff, of('post')),
    readCommentTexts(ctx, of('comment')),
    listCards(
      ctx,
      cases.map(({ subject_uid }) => subject_uid),
    ),
  ]);
  return cases.map(({ id, subject_kind, subject_id, subject_uid, opened_at, reports, reasons }) => {
    const author = people.get(subject_uid) ?? null;
    return {
      ...{ id, since: opened_at, version: null, author, reports, reasons, subject: subject_kind },
      title:
        titles.get(subject_id) && subject_kind === 'post'
          ? (titles.get(subject_id)?.title ?? '')
          : (author?.name ?? ''),
      excerpt: subject_kind === 'comment' ? (texts.get(subject_id) ?? '') : '',
    };
  });
}

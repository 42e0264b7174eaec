import type { Context } from '../../context.ts';
import {
  findCase,
  listOpenCases,
  listReports,
  type OpenCase,
  type ReportRow,
} from '../store/cases.ts';
import type { CaseRow } from '../store/reports.ts';

export type { OpenCase } from '../store/cases.ts';

/** For the staff: what was reported and not decided, oldest first. */
export function readOpenCases(
  ctx: Context,
  { after, limit }: { after: { since: Date; id: number }; limit: number },
): Promise<OpenCase[]> {
  return listOpenCases(ctx.db, { after, limit });
}

/** One case with its reports. Only the staff sees who reported. */
export async function readCase(
  ctx: Context,
  id: number,
): Promise<{ found: CaseRow; reports: ReportRow[] } | undefined> {
  const found = await findCase(ctx.db, id);
  return found && { found, reports: await listReports(ctx.db, id) };
}

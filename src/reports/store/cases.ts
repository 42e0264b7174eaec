import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import type { ReportReason } from '../rules.ts';
import type { CaseRow } from './reports.ts';

export type OpenCase = CaseRow & { reports: number; reasons: ReportReason[] };
export type ReportRow = {
  id: number;
  reporter_uid: number;
  reason: ReportReason;
  note: string;
  created_at: Date;
};

/** More reports of one case than this are not counted. */
const COUNTED_MAX = sql.lit(100);

/** Oldest first, from a partial index. `after`: the last one of the page before. */
export async function listOpenCases(
  db: Db,
  { after, limit }: { after: { since: Date; id: number }; limit: number },
): Promise<OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    select page.*, counted.reports, counted.reasons
      from (
        select id, subject_kind, subject_id, subject_uid, opened_at, outcome, decided_by from report_case
         where decided_at is null and (opened_at, id) > (${after.since}::timestamptz, ${after.id}::bigint)
         order by opened_at, id limit ${limit}
      ) as page
      cross join lateral (
        select count(*)::int as reports, array_agg(distinct reason order by reason) as reasons
          from (select reason from report where case_id = page.id limit ${COUNTED_MAX}) as sent
      ) as counted
     order by opened_at, id`.execute(db);
  return rows;
}

export async function findCase(db: Db, id: number): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select id, subject_kind, subject_id, subject_uid, opened_at, outcome, decided_by
      from report_case where id = ${id}`.execute(db);
  return rows[0];
}

export async function listReports(db: Db, caseId: number): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`
    select id, reporter_uid, reason, note, created_at from report
     where case_id = ${caseId} order by id limit ${COUNTED_MAX}`.execute(db);
  return rows;
}

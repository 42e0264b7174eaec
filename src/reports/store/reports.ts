import { sql } from 'kysely';
import type { Db, Trx } from '../../platform/db/database.ts';
import type { ReportReason, SubjectKind } from '../rules.ts';

export type Subject = { kind: SubjectKind; id: number; uid: number };
export type CaseRow = {
  id: number;
  subject_kind: SubjectKind;
  subject_id: number;
  subject_uid: number;
  opened_at: Date;
  outcome: string | null;
  decided_by: number | null;
};

/** The open case of a subject, locked: reports of it and its decision follow one another. */
export async function lockOpenCase(trx: Trx, subject: Subject, now: Date): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into report_case (subject_kind, subject_id, subject_uid, opened_at)
    values (${subject.kind}, ${subject.id}, ${subject.uid}, ${now})
    on conflict (subject_kind, subject_id) where decided_at is null
    do update set subject_uid = excluded.subject_uid
    returning id`.execute(trx);
  if (!rows[0]) throw new Error('insert returned no case');
  return rows[0].id;
}

/** False if the member has reported the subject before. */
export async function insertReport(
  trx: Trx,
  report: {
    case_id: number;
    reporter_uid: number;
    subject_kind: SubjectKind;
    subject_id: number;
    reason: ReportReason;
    note: string;
    weighs: boolean;
    created_at: Date;
  },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('report')
    .values(report)
    .onConflict((conflict) => conflict.constraint('report_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function hasReported(db: Db, uid: number, kind: SubjectKind, id: number) {
  const { rows } = await sql`
    select from report where reporter_uid = ${uid} and subject_kind = ${kind} and subject_id = ${id}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function countWeighing(trx: Trx, caseId: number): Promise<number> {
  const { rows } = await sql<{ weighing: number }>`
    select count(*)::int as weighing from report where case_id = ${caseId} and weighs`.execute(trx);
  return rows[0]?.weighing ?? 0;
}

export async function deleteReportsOf(trx: Trx, uid: number): Promise<void> {
  await trx.deleteFrom('report').where('reporter_uid', '=', uid).execute();
}

const CASE = [
  'id',
  'subject_kind',
  'subject_id',
  'subject_uid',
  'opened_at',
  'outcome',
  'decided_by',
];

export async function lockCase(trx: Trx, id: number): Promise<CaseRow | undefined> {
  const { rows } = await sql<CaseRow>`
    select ${sql.join(CASE.map((name) => sql.ref(name)))} from report_case where id = ${id}
       for no key update`.execute(trx);
  return rows[0];
}

export async function closeCase(
  trx: Trx,
  id: number,
  verdict: { outcome: 'dismissed' | 'upheld'; decided_at: Date; decided_by: number },
): Promise<void> {
  await trx.updateTable('report_case').set(verdict).where('id', '=', id).execute();
}

/** False if reports have opened another case of the subject meanwhile. */
export async function reopenCase(trx: Trx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update report_case set outcome = null, decided_at = null, decided_by = null
     where id = ${id} and not exists (
       select from report_case other
        where other.subject_kind = report_case.subject_kind and other.subject_id = report_case.subject_id
          and other.decided_at is null)`.execute(trx);
  return Number(numAffectedRows) > 0;
}

export async function listReporters(db: Db, caseId: number): Promise<number[]> {
  const { rows } = await sql<{ uid: number }>`
    select reporter_uid as uid from report where case_id = ${caseId} order by reporter_uid`.execute(
    db,
  );
  return rows.map(({ uid }) => uid);
}

/** What most of its reporters named. */
export async function findMainReason(db: Db, caseId: number): Promise<ReportReason | undefined> {
  const { rows } = await sql<{ reason: ReportReason }>`
    select reason from report where case_id = ${caseId} group by reason order by count(*) desc, min(id) limit 1`.execute(
    db,
  );
  return rows[0]?.reason;
}

import { type Static, Type } from 'typebox';
import { Closed, Id } from '../platform/http/validation.ts';
import { NOTE_MAX, REPORT_REASONS, SUBJECT_KINDS } from './rules.ts';

export const ReportBody = Closed({
  subject_kind: Type.Enum([...SUBJECT_KINDS], { description: '`upload`: a picture.' }),
  subject_id: Id,
  reason: Type.Enum([...REPORT_REASONS]),
  note: Type.Optional(Type.String({ maxLength: NOTE_MAX, description: 'For the staff.' })),
});
export type ReportBody = Static<typeof ReportBody>;

/** What the address of the report page names. */
export const SubjectParams = Closed({
  kind: ReportBody.properties.subject_kind,
  id: Id,
});

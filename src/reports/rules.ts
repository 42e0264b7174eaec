/** D66 */
export const REPORT_LEVEL = 1;
/** From this level on a report weighs. */
export const WEIGHT_LEVEL = 2;
/** So many reports that weigh hide a comment. */
const HIDING_REPORTS = 3;
export const NOTE_MAX = 500;

export const SUBJECT_KINDS = ['post', 'comment', 'user', 'upload'] as const;
export type SubjectKind = (typeof SUBJECT_KINDS)[number];

export const REPORT_REASONS = [
  'spam',
  'abuse',
  'illegal',
  'privacy',
  'copyright',
  'other',
] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

/** D66: a comment is hidden until the staff looks; a post never. */
export function hides(kind: SubjectKind, weighing: number): boolean {
  return kind === 'comment' && weighing >= HIDING_REPORTS;
}

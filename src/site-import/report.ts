import { PROBLEMS_MAX } from './rules.ts';

const COUNTS = [
  'posts',
  'drafts',
  'comments',
  'new_members',
  'known_members',
  'pictures_stored',
  'pictures_found',
  'pictures_to_fetch',
  'pictures_missing',
  'already_imported',
] as const;
type Count = (typeof COUNTS)[number];

/** What an import did, or would do. */
export type Report = {
  counts: Record<Count, number>;
  /** What has no counterpart here, and how often. */
  left_out: Map<string, number>;
  problems: { item: string; reason: string }[];
  more_problems: number;
};

export function emptyReport(): Report {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<Count, number>;
  return { counts, left_out: new Map(), problems: [], more_problems: 0 };
}

export function addLeftOut({ left_out }: Report, what: string, count = 1): void {
  if (count > 0) left_out.set(what, (left_out.get(what) ?? 0) + count);
}

export function addProblem(report: Report, item: string, reason: string): void {
  if (report.problems.length < PROBLEMS_MAX) report.problems.push({ item, reason });
  else report.more_problems += 1;
}

const LABELS: Record<Count, string> = {
  posts: 'public posts',
  drafts: 'drafts',
  comments: 'comments',
  new_members: 'new members',
  known_members: 'authors who are members',
  pictures_stored: 'pictures stored',
  pictures_found: 'pictures found in files',
  pictures_to_fetch: 'pictures to fetch',
  pictures_missing: 'pictures that stay links',
  already_imported: 'already imported',
};

/** Lines for the operator. */
export function describeReport(report: Report, { dry_run }: { dry_run: boolean }): string {
  const { counts, left_out, problems, more_problems } = report;
  const rows = COUNTS.filter((name) => counts[name] > 0 || name === 'posts');
  const width = Math.max(...rows.map((name) => String(counts[name]).length), 4) + 2;
  const line = (count: number, label: string) => `${String(count).padStart(width)}  ${label}`;
  return [
    dry_run ? 'Would import:' : 'Imported:',
    ...rows.map((name) => line(counts[name], LABELS[name])),
    ...(left_out.size > 0 ? ['Left out:'] : []),
    ...[...left_out].toSorted().map(([what, count]) => line(count, what)),
    ...(problems.length > 0 ? ['Problems:'] : []),
    ...problems.map(({ item, reason }) => `  ${oneLine(item)}: ${oneLine(reason)}`),
    ...(more_problems > 0 ? [`  and ${more_problems} more`] : []),
  ].join('\n');
}

/** Titles come from a file: no control character of theirs reaches the terminal. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').slice(0, 200);
}

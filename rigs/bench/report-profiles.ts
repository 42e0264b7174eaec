import { table } from '../chaos/report.ts';
import { isTargetMet, type Row } from './interleave.ts';
import { OPERATIONS } from './operations/all.ts';
import { beginningOf, type Profile } from './profile.ts';
import { NOT_RUN } from './report-tables.ts';
import type { StoredResult } from './results.ts';

/** Reversed, so that `find` returns the last profile of an operation. */
export function profilesOf(own: StoredResult[]): Profile[] {
  return own.flatMap(({ profiles = [] }) => profiles).reverse();
}

/** For each operation that missed a target: its limit, and the profile. */
export function profileWords(rows: Row[], profiles: Profile[]): string {
  const missed = OPERATIONS.filter(({ id }) =>
    rows.some((row) => (row.id === id || row.id.startsWith(`${id} `)) && !isTargetMet(row)),
  );
  if (missed.length === 0) return 'Nothing was missed.';
  return missed
    .map(({ id, title, limit = '' }) => {
      const profile = profiles.find((one) => one.id === id);
      const shown = profile ? shownProfile(profile) : `Its profile: ${NOT_RUN}.`;
      return [`### ${title}`, limit, shown].filter(Boolean).join('\n\n');
    })
    .join('\n\n');
}

function shownProfile({ idle, files, statements }: Profile): string {
  const shares = files.map(({ what, share }) => `\`${what || 'native'}\` ${percent(share)}`);
  const rows = statements.map(({ calls, mean_ms, total_ms, query }) => [
    ...[calls, mean_ms, total_ms].map(String),
    `\`${beginningOf(query).replaceAll('|', '\\|')}\``,
  ]);
  return [
    `The process is idle for ${percent(idle)} of the time. Its busy time: ${shares.join(', ')}.`,
    table(['Calls', 'Mean ms', 'Total ms', 'Statement'], rows),
  ].join('\n\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

import { table } from '../chaos/report.ts';
import { isReached, type Row } from './interleave.ts';
import { OPERATIONS } from './operations/all.ts';
import { beginningOf, type Profile } from './profile.ts';
import { NOT_RUN } from './report-tables.ts';
import type { Kept } from './results.ts';

/** The last of each operation comes first, and is the one that is found. */
export function profilesOf(own: Kept[]): Profile[] {
  return own.flatMap(({ profiles = [] }) => profiles).reverse();
}

/** Of each operation that was missed, beside its twin or beside a peer: what limits it, and the profile that shows it. */
export function profileWords(rows: Row[], profiles: Profile[]): string {
  const missed = OPERATIONS.filter(({ id }) =>
    rows.some((row) => (row.id === id || row.id.startsWith(`${id} `)) && !isReached(row)),
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
  const places = files.map(({ what, share }) => `\`${what || 'native'}\` ${percent(share)}`);
  const rows = statements.map(({ calls, mean_ms, total_ms, query }) => [
    ...[calls, mean_ms, total_ms].map(String),
    `\`${beginningOf(query).replaceAll('|', '\\|')}\``,
  ]);
  return [
    `The process waits for ${percent(idle)} of the time. What it does otherwise: ${places.join(', ')}.`,
    table(['Calls', 'Mean ms', 'Total ms', 'Statement'], rows),
  ].join('\n\n');
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

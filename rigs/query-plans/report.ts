import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { median } from '../../test/integration/support/statistics.ts';
import { commitOf, provenanceOf, table } from '../chaos/report.ts';
import type { Explained } from './explain.ts';
import type { SetSize } from './fill.ts';
import type { Measured } from './measure.ts';

const REPORT = fileURLToPath(new URL('../../docs/reports/query-plans.md', import.meta.url));

/** The results of every set, largest first, and round. */
type Found = { size: SetSize; parts: number[]; rounds: Measured[][][] };

export async function writeQueries(url: string, found: Found): Promise<void> {
  writeFileSync(REPORT, reportOf(found, await versionOf(url)));
}

function reportOf({ size, parts, rounds }: Found, postgres: string): string {
  const provenance = provenanceOf({
    ...{ describe: 'the sources', fingerprint: '', server: [], command: [] },
  });
  const { finished_at, machine } = provenance;
  const [large = []] = rounds;
  const count = (one: number) => one.toLocaleString('en').replaceAll(',', ' ');
  const times = parts.map((part) => (parts.at(-1) ?? part) / part).toReversed();
  return `# What every list reads

Written by \`npm run rig query-plans\`. A set of ${count(size.members)} members, ${count(size.posts)} posts, ${count(size.comments)}
comments and ${count(size.reactions)} reactions, and two of a tenth and a hundredth of it, on one PostgreSQL ${postgres} with default
settings. A member who writes, follows and saves far more than others requests everything that lists or shows members' content. The
service's statements are explained by \`EXPLAIN (ANALYZE, BUFFERS)\`, with the plan that a prepared statement settles on.

Rows are those visited, useful or not, in the table with the most; three pages are ${3 * PAGE}. A far page begins
${count(FAR_PAGE)} pages down, or at the end of a shorter list. Times are medians of ${large.length} rounds, all sets in turns; they are
valid for this machine only, and their differences count.

Two requests read more, each up to a bound that does not grow with the site. For the newest posts of followed authors, one index entry
per author and their newest post are read (2 000 here, 5 000 at most); for the daily like summary, an author's last thousand posts and days with likes.

${finished_at.slice(0, 10)}, commit ${commitOf(provenance)}, on ${machine.cores} cores of ${machine.cpu} with ${machine.memory_gb} GB.

${table(
  [
    ...[
      'RecordedQuery',
      'Given',
      'Most rows of a table',
      'Buffers',
      'Far page: rows',
      'buffers',
      'ms',
    ],
    ...times.map((one) => (one === 1 ? 'ms, 1 ×' : `${one} ×`)),
  ],
  (large.at(-1) ?? []).map((one, index) => lineOf(one, index, rounds)),
)}
`;
}

const PAGE = 20;
const FAR_PAGE = 10_000;

function lineOf({ url, first, far_page, items }: Measured, index: number, sets: Measured[][][]) {
  const times = (pick: (one: Measured) => Explained[] | undefined) =>
    sets.map((rounds) => {
      const all = rounds.flatMap((round) => sumOf(round[index] && pick(round[index]), 'ms') ?? []);
      return all.length > 0 ? median(all).toFixed(2) : '–';
    });
  const [farTime = '–'] = times((one) => one.far_page);
  return [
    `\`${url}\``,
    String(items),
    String(mostRows(first)),
    String(sumOf(first, 'buffers')),
    far_page ? String(mostRows(far_page)) : '–',
    String(sumOf(far_page, 'buffers') ?? '–'),
    farTime,
    ...times((one) => one.first).toReversed(),
  ];
}

function sumOf(all: Explained[] | undefined, what: 'ms' | 'buffers'): number | undefined {
  return all?.reduce((total, one) => total + one[what], 0);
}

function mostRows(all: Explained[]): number {
  return Math.max(0, ...all.flatMap(({ tables }) => Object.values(tables)));
}

export function printMeasured({ url, first, far_page }: Measured): void {
  console.log(`\n${url}`);
  for (const [index, statement] of first.entries()) {
    const far = far_page?.[index];
    const tables = Object.entries(statement.tables).map(([name, rows]) => `${name} ${rows}`);
    const deep = far ? ` · far page: read ${far.read}, buffers ${far.buffers}, ${far.ms} ms` : '';
    console.log(
      `  gave ${statement.returned}, read ${statement.read} (${tables.join(', ')}), buffers ${statement.buffers}, ${statement.ms} ms${deep}`,
    );
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version.split(' ')[0] ?? '';
}

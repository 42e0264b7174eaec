import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commitOf, row, table } from '../chaos/report.ts';
import type { Row } from './interleave.ts';
import { profilesOf, profileWords } from './report-profiles.ts';
import { costTable, growthTable, NOT_RUN, peerTable, ratioTable } from './report-tables.ts';
import { lastPrograms, type Section, type StoredResult, WHOLE } from './results.ts';
import { TIMES } from './sections/growth.ts';
import { SPARE, STOLEN_MAX } from './steal-time.ts';

const REPORT = fileURLToPath(new URL('../../docs/reports/performance.md', import.meta.url));

export function writeReport(results: StoredResult[]): void {
  writeFileSync(REPORT, reportOf(results));
}

/** Each operation and section as last measured on the full set, with its build. */
export function reportOf(all: StoredResult[]): string {
  const own = lastPrograms(all.filter(({ setting }) => setting.isWhole));
  const last = own.at(-1);
  if (!last) throw new Error('no results on the full set yet: npm run rig bench');
  const sectionOf = (section: Section) => own.findLast((one) => one.section === section);
  // The last result of each operation.
  const rowsOf = (section: Section) => {
    const rows = own.filter((one) => one.section === section).flatMap((one) => one.rows ?? []);
    return [...new Map(rows.map((one) => [one.id, one])).values()];
  };
  const { machine, versions, setting } = last;
  const { size } = (sectionOf('ratios') ?? last).setting;
  return `# Performance

Written by \`npm run rig bench -- --report\` from [the stored results](performance-runs.jsonl). Each operation is
measured beside a baseline, in turns in one run: ours, its baseline, ours, its baseline … The ratio of the two counts, because
other load on the machine hits both; absolute rates are valid for this machine only.

The set has ${size.members} members, ${size.posts} posts of 2 to 8 kB, ${size.comments} comments and ${size.reactions}
reactions. ${capitalised(setting.placement)}. wrk ${versions.wrk} sends over HTTP from 64 connections in a closed loop; pgbench ${versions.pgbench} runs
prepared statements with as many clients, unless a row names another number. PostgreSQL ${versions.postgres} has its default settings, except ${setting.database}.
The site has its default settings too, except that load shedding and the limit for sensitive routes are off (\`SHED_DELAY_MS\`,
\`LIMIT_SENSITIVE\`) and the page cache is large enough for the thousand posts that are read (\`PAGE_CACHE_MB=256\`). It has no worker, whose
jobs would hit one side at random. An HTTP baseline sends the same headers and bodies as ours: \`node:http\` those of each path, fastify one
fixed string of median length. A database baseline runs the statements that the service runs for one call, as recorded; caller and
subject are drawn for each call, the session is always the same.

On ${machine.cores} cores of ${machine.cpu} with ${machine.memory_gb} GB, Node ${machine.node}.

## Ratio to the baseline

The median of at least ${WHOLE.rounds} turns of at least ${WHOLE.seconds} s each, with the lowest and the highest. ${programOf(sectionOf('ratios'))}
${disturbance(rowsOf('ratios'))}

${ratioTable(rowsOf('ratios'))}

## Ratio to other software

${PEERS} ${programOf(sectionOf('peers'))}
${disturbance(rowsOf('peers'))}

${peerTable(rowsOf('peers'))}

## Limits of the missed targets

${programOf(sectionOf('profiles'))}

${profileWords([...rowsOf('ratios'), ...rowsOf('peers')], profilesOf(own))}

## What a call costs

CPU microseconds per call, of the HTTP server and of PostgreSQL, and the calls per CPU second of the server. Medians of the same turns.

${costTable(rowsOf('ratios'))}

${metrics('Integrity afterwards', sectionOf('ratios'))}
${metrics('The process by itself', sectionOf('process'))}
${metrics('Two web processes', sectionOf('two'), TWO_WEBS)}
${metrics('Below capacity', sectionOf('steady'), STEADY)}
## ${TIMES} times the data

${growthWords(sectionOf('growth'))}
${disturbance(rowsOf('growth'))}

${growthTable(rowsOf('growth'))}

${metrics('Idle connections', sectionOf('idle'), IDLE)}
${NOTES}`;
}

const PEERS =
  'Our pages in turns with a list and a post of each peer, for an anonymous visitor, in production mode, one process on the same core. A peer has 300 posts of 3 kB; ours has the full set. NodeBB runs on PostgreSQL without its load shedding, opens a session for each visitor without one (all requests here), and renders twenty posts of a list, or a post with nineteen of its thirty replies; some of its plug-ins are one version away from those it names. Ghost runs on MariaDB and renders twelve posts of a list, and a post without comments, which a browser fetches afterwards.';
const TWO_WEBS =
  'CPU time: both processes share the core that one process has otherwise, with half of the connections each. Responses per second: each process has a core of its own, shared with a load generator of its own; so has the single process. Two toggles in two processes share no statement, and each process has its own caches: more work for the same responses. Two cores run both processes, both generators and PostgreSQL, so the second process gets no core that was idle before.';
const STEADY =
  'An open model: requests arrive at a constant rate, four in five of them reads, half of those anonymous. Latency counts from the scheduled time. A process handles one request at a time: even with exponentially distributed service times of one mean, p99 would be 6.6 times the median at any load (ln 100 / ln 2); here half of the responses come from the cache in a twentieth of the time of the others, and queue with them. A smaller ratio needs responses of nearly the same cost, or a process for each kind.';
const IDLE = 'Each connection has sent one request and stays open.';

/** Numbers of single experiments, which no stored result has. */
const NOTES = `## Notes on the measurements

- Counter deltas (ADR 0009): before the fix, the flush test found −2546 where 15 was right. Likes of one hot post were compared with 32
  concurrent clients, interleaved with the plain transaction, median of seven rounds.
- Pages of 20 items (ADR 0011) read 63 rows in three tables for the newest posts, one author's posts and own posts; 84 for replies; 82 in two
  statements for the items of a folder.
- Batched toggles (ADR 0021): two concurrent batches instead of one gained nothing, because the database was the limit. Likes of one hot post
  went from 2.6 to 4 times the plain transaction.
- Batched reads of headers, posts and viewer state (ADR 0021) were measured twice beside the build before, four turns each, on a busy machine.
  Remaining CPU time of the process: 0.76 and 0.49 for the post page with the cache off, 0.83 and 0.96 for a member's post page, 0.64 and 1.10 for a
  member's list; of PostgreSQL: 0.58 to 0.92.
`;

function growthWords(growth: StoredResult | undefined): string {
  if (!growth) return `${capitalised(NOT_RUN)}.`;
  const { size } = growth.setting;
  return `The median latency with ${size.posts} posts and everything that belongs to them, divided by that with ${size.posts / TIMES}; the median of at least ${WHOLE.rounds} turns with the lowest and the highest. ${programOf(growth)}`;
}

function metrics(title: string, result: StoredResult | undefined, words = ''): string {
  const found = result
    ? table(['Measured', 'Value', 'Target', ''], result.metrics.map(row))
    : `${capitalised(NOT_RUN)}.`;
  const intro = [words, programOf(result)].filter(Boolean).join(' ');
  return `${[`## ${title}`, intro, found].filter(Boolean).join('\n\n')}\n`;
}

/** The CPU time that other virtual machines took. */
function disturbance(rows: Row[]): string {
  const most = Math.max(0, ...rows.flatMap(({ turns }) => turns.map(({ stolen = 0 }) => stolen)));
  return `A turn in which other machines stole more than ${STOLEN_MAX * 100} % of the CPU time was repeated, at most ${SPARE} times; in the counted turns they stole at most ${(most * 100).toFixed(1)} %.`;
}

/** The build that was measured. */
function programOf(result: StoredResult | undefined): string {
  if (!result) return '';
  const { finished_at, build, fingerprint } = result;
  return `${finished_at.slice(0, 10)}, commit ${commitOf(result)}, ${build} ${fingerprint}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

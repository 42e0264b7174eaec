import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commitOf, row, table } from '../chaos/report.ts';
import type { Row } from './interleave.ts';
import { SPARE, STOLEN_MAX } from './quiet.ts';
import { profilesOf, profileWords } from './report-profiles.ts';
import { costTable, growthTable, NOT_RUN, peerTable, ratioTable } from './report-tables.ts';
import { type Kept, lastPrograms, type Section, WHOLE } from './results.ts';
import { TIMES } from './sections/growth.ts';

const REPORT = fileURLToPath(new URL('../../docs/reports/performance.md', import.meta.url));

export function writeReport(results: Kept[]): void {
  writeFileSync(REPORT, reportOf(results));
}

/** Each operation and each part as it was measured last on the whole set, with the program that it was measured of. */
export function reportOf(all: Kept[]): string {
  const own = lastPrograms(all.filter(({ setting }) => setting.isWhole));
  const last = own.at(-1);
  if (!last) throw new Error('nothing was measured on the whole set yet: npm run rig bench');
  const sectionOf = (section: Section) => own.findLast((one) => one.section === section);
  // The last of each operation.
  const rowsOf = (section: Section) => {
    const rows = own.filter((one) => one.section === section).flatMap((one) => one.rows ?? []);
    return [...new Map(rows.map((one) => [one.id, one])).values()];
  };
  const { machine, versions, setting } = last;
  const { size } = (sectionOf('ratios') ?? last).setting;
  return `# Performance

Written by \`npm run rig bench -- --report\` from [what was measured](performance-runs.jsonl). Each operation is
measured beside its bare twin, in turns in one run: ours, its twin, ours, its twin … What counts is the ratio of the
two, because whatever else the machine does, it does to both; rates are those of this machine and of nobody else's.

The set has ${size.members} members, ${size.posts} posts of 2 to 8 kB, ${size.comments} comments and ${size.reactions}
reactions. ${capitalised(setting.placement)}. wrk ${versions.wrk} sends over HTTP from 64 connections, each its next
request as soon as it has its answer; pgbench ${versions.pgbench} runs prepared statements with as many clients, unless
it says otherwise. PostgreSQL ${versions.postgres} is as it comes but for ${setting.database}. The site is as it comes
too, but that nobody is turned away (\`SHED_DELAY_MS\`, \`LIMIT_SENSITIVE\`), with room for the thousand
posts that are read over and over (\`PAGE_CACHE_MB=256\`), and without a worker, whose jobs
would fall on either side by chance. A twin over HTTP sends the same heads and bodies as ours, \`node:http\` those of each
address and fastify one fixed string of middling length. The statements of a twin in the database are those that the service asked for one call, caught as it asked
them; whose call it is and what it is about is drawn anew for each, but for the session, which is always the same one.

On ${machine.cores} cores of ${machine.cpu} with ${machine.memory_gb} GB, Node ${machine.node}.

## Beside the bare twin

The median of ${WHOLE.rounds} turns or more, of ${WHOLE.seconds} s or more each, with the least and the greatest. ${programOf(sectionOf('ratios'))}
${disturbance(rowsOf('ratios'))}

${ratioTable(rowsOf('ratios'))}

## Beside what people run instead

${PEERS} ${programOf(sectionOf('peers'))}
${disturbance(rowsOf('peers'))}

${peerTable(rowsOf('peers'))}

## What stands in the way

${programOf(sectionOf('profiles'))}

${profileWords([...rowsOf('ratios'), ...rowsOf('peers')], profilesOf(own))}

## What a call costs

Microseconds of a core, of the process that answers and of PostgreSQL; and how many calls a second of a core of that
process is good for. Medians of the same turns.

${costTable(rowsOf('ratios'))}

${figures('Whether every number was right afterwards', sectionOf('ratios'))}
${figures('The process by itself', sectionOf('process'))}
${figures('Two web processes', sectionOf('two'), TWO_WEBS)}
${figures('Below capacity', sectionOf('steady'), STEADY)}
## ${TIMES} times the data

${growthWords(sectionOf('growth'))}
${disturbance(rowsOf('growth'))}

${growthTable(rowsOf('growth'))}

${figures('Idle connections', sectionOf('idle'), IDLE)}`;
}

const PEERS =
  'The same pages of ours in turns with a list and a post of each peer, for somebody who is not logged in, in production mode, one process on the same core. A peer has 300 posts of 3 kB; ours has the whole set. NodeBB runs on PostgreSQL, is told not to turn anybody away, opens a session for everybody who comes without one, as all do here, and draws twenty posts of a list, or a post with nineteen of its thirty replies; some of its plug-ins are of the version next to the one it names. Ghost runs on MariaDB and draws twelve posts of a list, and of a post no comments, which a browser fetches afterwards.';
const TWO_WEBS =
  'What a call costs: both on the core that one has otherwise, with half of the connections each. Answers a second: each with a core of its own, which a generator of its own shares; so does the one they are compared with. Two presses in two processes share no statement, and what each draws or keeps it makes for itself: more work for the same answers. Two cores hold both processes, both generators and PostgreSQL, so the second process has no core that was idle before.';
const STEADY =
  'An open model: requests come at a constant rate, each at its moment, four in five of them read, half of those without a log-in. What each waits is counted from its moment. One process takes one thing at a time: even if all took equally long on average, spread as by chance, p99 would be 6.6 times the median at any load (ln 100 / ln 2); here half are answered from memory in a twentieth of what the others take, and stand in line with them. It would take answers of nearly the same length, or a process for each kind.';
const IDLE = 'Each has asked once and stays.';

function growthWords(growth: Kept | undefined): string {
  if (!growth) return `${capitalised(NOT_RUN)}.`;
  const { size } = growth.setting;
  return `What half of the callers wait with ${size.posts} posts and all that belongs to them, divided by the same with ${size.posts / TIMES}; the median of ${WHOLE.rounds} turns or more with the least and the greatest. ${programOf(growth)}`;
}

function figures(title: string, kept: Kept | undefined, words = ''): string {
  const found = kept
    ? table(['Measured', 'Value', 'Wanted', ''], kept.figures.map(row))
    : `${capitalised(NOT_RUN)}.`;
  const told = [words, programOf(kept)].filter(Boolean).join(' ');
  return [`## ${title}`, told, found, ''].filter((part, place) => part || place === 3).join('\n\n');
}

/** What others, with whom the machine is shared, got of it meanwhile. */
function disturbance(rows: Row[]): string {
  const most = Math.max(0, ...rows.flatMap(({ turns }) => turns.map(({ stolen = 0 }) => stolen)));
  return `A turn in which others got more than ${STOLEN_MAX * 100} % of the machine was taken again, ${SPARE} times at most; of what is counted they got ${(most * 100).toFixed(1)} % at most.`;
}

/** What it was measured of, where it was. */
function programOf(kept: Kept | undefined): string {
  if (!kept) return '';
  const { finished_at, build, fingerprint } = kept;
  return `${finished_at.slice(0, 10)}, commit ${commitOf(kept)}, ${build} ${fingerprint}.`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

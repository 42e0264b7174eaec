import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EQUIVALENT } from './equivalent.ts';
import { FLOORS, GROUPS, type Group, type Part } from './groups.ts';

type Position = { line: number; column: number };
type Mutant = {
  mutatorName: string;
  replacement?: string;
  status: 'Killed' | 'Survived' | 'NoCoverage' | 'Timeout' | 'RuntimeError' | 'Ignored';
  statusReason?: string;
  location: { start: Position; end: Position };
};
/** The fields read from Stryker's JSON. */
export type Report = {
  files: Record<string, { source: string; mutants: Mutant[] }>;
  framework: { version?: string };
};
/** Stored beside Stryker's JSON. */
export type Run = { commit: string; started_at: string };

type Result = { group: Group; report: Report; run: Run };
type Tally = Record<Mutant['status'], number>;

export function readResults(folder: string): Result[] {
  return GROUPS.flatMap((group) => {
    const read = (end: string) =>
      JSON.parse(readFileSync(join(folder, `${group.name}.${end}`), 'utf8'));
    if (!existsSync(join(folder, `${group.name}.run.json`))) return [];
    return [{ group, report: read('json') as Report, run: read('run.json') as Run }];
  });
}

/** The parts below their least score. */
export function tooLow(results: Result[]): Part[] {
  return partsOf(results).filter((part) => scoreOf(tallyOf(ofPart(results, part))) < FLOORS[part]);
}

export function writeReport(results: Result[]): string {
  const [first] = results;
  if (!first) return '';
  const { version } = first.report.framework;
  const vitest = JSON.parse(readFileSync('node_modules/vitest/package.json', 'utf8')).version;
  const parts = partsOf(results);
  return `# Mutation report

Written by \`npm run rig mutation\`: Stryker ${version} with Vitest ${vitest} on Node ${process.versions.node} changes the
code in one small spot at a time, and the tests named below must fail. A survivor is a mutation that no test of its group detects;
some have no visible effect, with the reason given, and still count as survivors. The score is the share of detected mutations
among the valid ones.${brokenSentence(results)}

| Part | Mutations | Killed | Timed out | Survived | Not covered | Score | At least |
|---|---|---|---|---|---|---|---|
${parts.map((part) => `| ${part} | ${cellsOf(tallyOf(ofPart(results, part)))} | ${FLOORS[part]} % |`).join('\n')}
| **all** | ${cellsOf(tallyOf(results))} | 85 % |

## Groups

| Group | Files | Tests | Score | Commit |
|---|---|---|---|---|
${results.map(groupRow).join('\n')}

\`+\` after a commit: with uncommitted changes. A detected mutation is not tried again until its code or test changes; \`--all\` tries
everything.

## By file

| File | Mutations | Killed | Timed out | Survived | Not covered | Score |
|---|---|---|---|---|---|---|
${fileRows(results)}

## Ignored

${ignored(results)}
SQL is text to Stryker, which can only empty it: statements are covered by the tests of their domain, the model
(\`rigs/model\`) and \`lamplight verify\`.

## Survivors

${survivors(results)}
`;
}

/** Reasons for survivors that no longer exist. */
export function staleReasons(results: Result[]): string[] {
  const all = results.flatMap(({ report }) => survivorsOf(report));
  return EQUIVALENT.filter((one) => !all.some((survivor) => isAbout(one, survivor))).map(
    ({ file, code, becomes }) => `${file}: ${code} → ${becomes}`,
  );
}

type Survivor = { file: string; line: number; code: string; becomes: string };

function survivorsOf(report: Report): Survivor[] {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map(({ location, replacement }) => ({
        file,
        line: location.start.line,
        code: shorten(cut(source, location)),
        becomes: shorten(replacement ?? ''),
      })),
  );
}

function cut(source: string, { start, end }: Mutant['location']): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1)?.slice(0, end.column - 1) ?? '';
  lines[0] = lines[0]?.slice(start.column - 1) ?? '';
  return lines.join(' ');
}

function shorten(code: string): string {
  const line = code.replace(/\s+/g, ' ');
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

function isAbout(one: Omit<Survivor, 'line'>, survivor: Survivor): boolean {
  return (
    one.file === survivor.file && one.code === survivor.code && one.becomes === survivor.becomes
  );
}

function survivors(results: Result[]): string {
  const all = results.flatMap(({ report }) => survivorsOf(report)).sort(byPosition);
  if (all.length === 0) return 'None.';
  const rows = all.map((survivor) => {
    const why = EQUIVALENT.find((one) => isAbout(one, survivor))?.why;
    const cells = [quote(survivor.code), quote(survivor.becomes), why ?? '**no test detects it**'];
    return `| \`${survivor.file}:${survivor.line}\` | ${cells.join(' | ')} |`;
  });
  return ['| Position | Code | Becomes | Why it survives |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

function byPosition(a: Survivor, b: Survivor): number {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1;
}

function quote(code: string): string {
  return `\`\` ${code.replaceAll('|', '\\|')} \`\``;
}

function brokenSentence(results: Result[]): string {
  const { RuntimeError } = tallyOf(results);
  return RuntimeError === 0
    ? ''
    : ` ${RuntimeError} more prevented every test (the service does not start) and are not counted.`;
}

function ignored(results: Result[]): string {
  const reasons = new Map<string, number>();
  for (const { report } of results)
    for (const { mutants } of Object.values(report.files))
      for (const { status, statusReason = '' } of mutants)
        if (status === 'Ignored') reasons.set(statusReason, (reasons.get(statusReason) ?? 0) + 1);
  const lines = [...reasons].map(([reason, number]) => `- ${number}: ${reason}.`);
  return `Not mutated, by \`rigs/mutation/ignore-texts.ts\`:\n\n${lines.join('\n')}\n`;
}

function fileRows(results: Result[]): string {
  const rows = results.flatMap(({ report }) =>
    Object.entries(report.files).map(
      ([file, { mutants }]) => `| \`${file}\` | ${cellsOf(count(mutants))} |`,
    ),
  );
  return rows.sort().join('\n');
}

function groupRow({ group, report, run }: Result): string {
  const files = Object.keys(report.files).length;
  const tests = group.tests.map((one) => `\`${one}\``).join(', ');
  const score = `${scoreOf(count(Object.values(report.files).flatMap((one) => one.mutants))).toFixed(1)} %`;
  return `| ${group.name} | ${files} | ${tests} | ${score} | ${run.commit} |`;
}

function partsOf(results: Result[]): Part[] {
  return [...new Set(results.map(({ group }) => group.part))];
}

function ofPart(results: Result[], part: Part): Result[] {
  return results.filter(({ group }) => group.part === part);
}

function tallyOf(results: Result[]): Tally {
  return count(
    results.flatMap(({ report }) => Object.values(report.files).flatMap((one) => one.mutants)),
  );
}

function count(mutants: Mutant[]): Tally {
  const tally: Tally = {
    ...{ Killed: 0, Survived: 0, NoCoverage: 0, Timeout: 0, RuntimeError: 0, Ignored: 0 },
  };
  for (const mutant of mutants) tally[isCertainKill(mutant) ? 'Killed' : orTimeout(mutant)]++;
  return tally;
}

/** A kill by a test timeout is not reliable on a busy machine. */
export function isCertainKill({ status, statusReason = '' }: Mutant): boolean {
  return status === 'Killed' && !/timed out in \d+ms/.test(statusReason);
}

function orTimeout({ status }: Mutant): Mutant['status'] {
  return status === 'Killed' ? 'Timeout' : status;
}

function cellsOf(tally: Tally): string {
  const { Killed, Timeout, Survived, NoCoverage } = tally;
  const all = Killed + Timeout + Survived + NoCoverage;
  return [all, Killed, Timeout, Survived, NoCoverage, `${scoreOf(tally).toFixed(1)} %`].join(' | ');
}

function scoreOf({ Killed, Timeout, Survived, NoCoverage }: Tally): number {
  const found = Killed + Timeout;
  return (100 * found) / Math.max(1, found + Survived + NoCoverage);
}

import { join } from 'node:path';
import { seededRandom } from '../../test/integration/support/random.ts';
import { checkHistory } from './checker/check-history.ts';
import type { Finding } from './checker/finding.ts';
import { isError, readAttempt } from './classify.ts';
import type { World } from './clients.ts';
import { FULL, type Size, settleCommunity } from './community.ts';
import { collectEffects, type Effects } from './effects.ts';
import { type Attempt, type Operation, openHistory } from './history.ts';
import { attemptsOf, isMet, type Metric, metric } from './metrics.ts';
import { storeTraces } from './report.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { type Settled, settle } from './settle.ts';
import { startRig } from './site/rig.ts';
import type { Build, Verdict } from './site/site.ts';

export type RunOptions = {
  build: Build;
  seed: number;
  seconds: number;
  clients?: number;
  rate?: number;
  size?: Size;
};

/** The result of one run of a scenario. */
export type Result = {
  id: string;
  title: string;
  seed: number;
  seconds: number;
  /** Operations, and requests: some operations are sent more than once. */
  operations: number;
  requests: number;
  outcomes: Record<'ok' | 'refused' | 'unknown', number>;
  /** Counts by error, such as `503 unavailable`. */
  errors: Record<string, number>;
  metrics: Metric[];
  findings: Finding[];
  surprises: string[];
  invariant_rows: number;
  passed: boolean;
};

const CLIENTS = 60;
/** Well below the capacity of two web processes on a small machine: the fault is measured, not the load. */
const RATE = 150;
const NAMED = 20;

export async function runScenario(scenario: Scenario, options: RunOptions): Promise<Result> {
  const { seed, seconds, build, clients = CLIENTS, rate = RATE, size = FULL } = options;
  const random = seededRandom(seed);
  const rigOptions = scenario.rig?.(seconds) ?? {};
  const rig = await startRig({ build, random: seededRandom(seed + 7), ...rigOptions });
  const [one = 0, other = 0] = rigOptions.clock_offsets_ms ?? [];
  const community = await settleCommunity(rig, size, (one + other) / 2);
  const history = openHistory(join(rig.directory, 'history.jsonl'));
  const world: World = { rig, community, history, seed, surprises: [] };

  const began = history.now();
  const metrics = await scenario.run(world, { seconds, random, clients, rate });
  const lasted = (history.now() - began) / 1000;
  const open = countOutcomes(history.operations);
  const settled = await settle(world);
  const verdict = await rig.verify();
  const effects = await collectEffects(rig);
  const findings = checkHistory(history.operations, effects);
  await history.close();

  const common = commonMetrics(world, { settled, verdict, effects, findings });
  const all = [...metrics, ...(scenario.may_lose ? common.map(withoutVerdict) : common)];
  const invariant_rows = verdict.checks.reduce((sum, { total }) => sum + total, 0);
  const truthful = findings.length === 0 && world.surprises.length === 0;
  const passed =
    (truthful || scenario.may_lose === true) && invariant_rows === 0 && all.every(isMet);
  if (!passed) storeTraces(world, `${scenario.id}-${seed}`);
  return {
    id: scenario.id,
    title: scenario.title,
    seed,
    seconds: Math.round(lasted),
    operations: history.operations.length,
    requests: attemptsOf(history.operations).length,
    outcomes: { ...countOutcomes(history.operations), unknown: open.unknown },
    errors: countErrors(attemptsOf(history.operations)),
    metrics: all,
    findings: findings.slice(0, NAMED),
    surprises: [
      ...new Set([...world.surprises, ...effects.while_banned.map(describeBanned)]),
    ].slice(0, NAMED),
    invariant_rows,
    passed,
  };
}

type Seen = { settled: Settled; verdict: Verdict; effects: Effects; findings: Finding[] };

/** Required after any fault. */
function commonMetrics({ history, surprises }: World, seen: Seen): Metric[] {
  const { settled, verdict, effects, findings } = seen;
  const attempts = attemptsOf(history.operations);
  const none = { max: 0 };
  const wrong = (kind: string) => findings.filter((one) => one.wrong === kind).length;
  const open = history.operations.filter((one) => one.outcome === 'unknown' && !isMoot(one));
  return [
    metric('acknowledged and lost', wrong('lost'), '', none),
    metric('done twice', wrong('doubled'), '', none),
    metric('refused and done', wrong('refused'), '', none),
    metric(
      'other contradictions',
      findings.length - wrong('lost') - wrong('doubled') - wrong('refused'),
      '',
      none,
    ),
    metric(
      'rows that break an invariant',
      verdict.checks.reduce((sum, { total }) => sum + total, 0),
      '',
      none,
    ),
    metric('written while banned', effects.while_banned.length, '', none),
    metric('internal errors', attempts.filter(({ status }) => status === 500).length, '', none),
    metric('surprises', surprises.length, '', none),
    metric('open when the fault ended', settled.unknown, ''),
    metric(
      'responses replayed by their key',
      attempts.filter(({ replayed }) => replayed).length,
      '',
    ),
    metric('still open in the end', open.length, '', none),
    metric('shed as overloaded', attempts.filter(isShed).length, ''),
    metric('backlog done after', settled.drained_ms, 'ms', { max: 60_000 }),
  ];
}

/** A refresh before the session ended cannot be checked afterwards. */
function isMoot({ kind, attempts }: Operation): boolean {
  return kind === 'refresh' && attempts.at(-1)?.status === 401;
}

/** Consequences of lost commits: clients act on state that no longer exists. */
const FOLLOWS_FROM_LOSS = new Set([
  'acknowledged and lost',
  'done twice',
  'refused and done',
  'other contradictions',
  'written while banned',
  'surprises',
]);

function withoutVerdict(one: Metric): Metric {
  const { name, value, unit } = one;
  return FOLLOWS_FROM_LOSS.has(name) ? { name, value, unit } : one;
}

function describeBanned({ uid, what, after_ms }: Effects['while_banned'][number]): string {
  return `${what} by ${uid}, ${Math.round(Number(after_ms))} ms after the ban`;
}

function isShed(one: Parameters<typeof readAttempt>[0]): boolean {
  return one.code === 'overloaded' && readAttempt(one) === 'rejected';
}

function countErrors(attempts: Attempt[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of attempts.filter(isError)) {
    const name = `${status || 'no response'} ${code}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

function countOutcomes(operations: Operation[]): Result['outcomes'] {
  const counts = { ok: 0, refused: 0, unknown: 0 };
  for (const { outcome } of operations) counts[outcome]++;
  return counts;
}

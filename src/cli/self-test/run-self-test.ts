import { randomBytes } from 'node:crypto';
import { messageOf, NotChecked, WrongUsage } from '../failure.ts';
import type { Result, SelfCheck, State, Target } from './check.ts';
import { CACHE_CHECKS } from './checks/caches.ts';
import { CONTENT_CHECKS } from './checks/content.ts';
import { ENUMERATION_CHECKS } from './checks/enumeration.ts';
import { HEADER_CHECKS } from './checks/headers.ts';
import { LIMIT_CHECKS } from './checks/limits.ts';
import { REQUEST_CHECKS } from './checks/requests.ts';
import { SESSION_CHECKS } from './checks/sessions.ts';
import { TRANSPORT_CHECKS } from './checks/transport.ts';
import { Client, readField } from './client.ts';
import { Members, readCredentials } from './members.ts';
import { Pace } from './pace.ts';
import { Skipped } from './skipped.ts';

export const SELF_CHECKS: SelfCheck[] = [
  ...TRANSPORT_CHECKS,
  ...HEADER_CHECKS,
  ...SESSION_CHECKS,
  ...ENUMERATION_CHECKS,
  ...CACHE_CHECKS,
  ...REQUEST_CHECKS,
  ...CONTENT_CHECKS,
  ...LIMIT_CHECKS,
];

export type SelfTestOptions = {
  /** Requests per second. */
  rate: number;
  /** Names of checks; without them, all. */
  only: string[];
  /** A file with two members, for a site without registration. */
  credentials: string | undefined;
};

export type SelfTestReport = {
  site: string;
  passed: boolean;
  requests: number;
  checks: Result[];
  /** What could not be deleted. */
  left_behind: string[];
};

/** Runs the checks against a site, as anybody could, and deletes what they made, whatever happens. */
export async function runSelfTest(
  address: string,
  { rate, only, credentials }: SelfTestOptions,
  report: (result: Result) => void = () => {},
): Promise<SelfTestReport> {
  const site = readSite(address);
  const chosen = chooseChecks(only);
  const given = credentials === undefined ? undefined : readCredentials(credentials);
  const pace = new Pace(rate);
  const visitor = () => new Client(site, pace);
  await assertLamplight(visitor());
  const mark = `self-test-${randomBytes(6).toString('hex')}`;
  const members = new Members(visitor, mark, given);
  const target: Target = {
    ...{ site, isSecure: site.protocol === 'https:', mark, visitor },
    members: () => members.pair(),
  };
  const checks: Result[] = [];
  // A second signal ends the process at once.
  const stop = () => pace.stop();
  for (const signal of SIGNALS) process.once(signal, stop);
  let left_behind: string[] = [];
  try {
    for (const check of chosen) {
      if (pace.isStopped) break;
      const result = await runCheck(check, target);
      checks.push(result);
      report(result);
    }
  } finally {
    pace.startCleanUp();
    left_behind = await members.cleanUp();
    for (const signal of SIGNALS) process.off(signal, stop);
  }
  const isGood = checks.every(({ state }) => state !== 'failed') && left_behind.length === 0;
  const passed = isGood && !pace.isStopped;
  return { site: site.origin, passed, requests: pace.sent, checks, left_behind };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

function readSite(address: string): URL {
  const site = URL.canParse(address) ? new URL(address) : undefined;
  if (!site || !/^https?:$/.test(site.protocol) || site.pathname !== '/')
    throw new WrongUsage('name the site by its address, as in https://lamplight.example');
  return site;
}

function chooseChecks(only: string[]): SelfCheck[] {
  const unknown = only.find((name) => !SELF_CHECKS.some((check) => check.name === name));
  if (unknown)
    throw new WrongUsage(
      `there is no check "${unknown}"; there are: ${SELF_CHECKS.map(({ name }) => name).join(', ')}`,
    );
  return only.length === 0 ? SELF_CHECKS : SELF_CHECKS.filter(({ name }) => only.includes(name));
}

/** Nothing is attacked that is no Lamplight site. */
async function assertLamplight(visitor: Client): Promise<void> {
  const problem = await visitor
    .get('/openapi.json')
    .then(
      ({ text }) =>
        readField(text, 'info', 'title') === 'Lamplight API' ? undefined : 'it is none',
      messageOf,
    );
  if (problem) throw new NotChecked(`No Lamplight site responds there: ${problem}`);
}

async function runCheck({ name, hint, run }: SelfCheck, target: Target): Promise<Result> {
  try {
    return { name, state: 'passed', found: await run(target) };
  } catch (error) {
    const found = messageOf(error);
    if (error instanceof Skipped) return { name, state: 'skipped', found };
    return { name, state: 'failed', found, hint };
  }
}

const MARKS: Record<State, string> = { passed: '✓', failed: '✗', skipped: '-' };

export function printResult({ name, state, found, hint }: Result): void {
  console.log(`${MARKS[state]} ${name}: ${state === 'skipped' ? 'skipped: ' : ''}${found}`);
  if (hint) console.log(`  ${hint}`);
}

export function printEnd({ checks, requests, left_behind }: SelfTestReport): void {
  const count = (state: State) => checks.filter((one) => one.state === state).length;
  console.log(
    `\n${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped; ${requests} requests.`,
  );
  for (const left of left_behind) console.log(`✗ not deleted: ${left}`);
}

import { type Config, readConfig } from '../../config.ts';
import { hideSecrets } from '../../config-secrets.ts';
import { openChecks } from '../../health/actions/open-checks.ts';
import { messageOf } from '../failure.ts';
import { describeInvalidSettings } from '../settings.ts';
import { asCheck, type Check, type Finding, type State, Warning } from './check.ts';
import { createDatabaseChecks } from './database-checks.ts';
import { createProxyChecks } from './proxy-checks.ts';
import { createSettingChecks } from './setting-checks.ts';
import { createTestMailCheck } from './test-mail-check.ts';

const MARKS: Record<State, string> = { good: '✓', doubtful: '!', wrong: '✗' };

type Options = { offline: boolean; json: boolean; mail: string | undefined };

/** Prints the result of each check; returns false if one failed. */
export async function runDoctor({ offline, json, mail }: Options): Promise<boolean> {
  const findings: Finding[] = [];
  const report = (finding: Finding) => {
    findings.push(finding);
    if (!json) print(finding);
  };
  const config = checkSettings(report);
  if (config) await runAll(config, { offline, mail }, report);
  const healthy = findings.every(({ state }) => state !== 'wrong');
  if (json) console.log(JSON.stringify({ healthy, checks: findings }, null, 2));
  return healthy;
}

type Report = (finding: Finding) => void;

async function runAll(
  config: Config,
  { offline, mail }: Omit<Options, 'json'>,
  report: Report,
): Promise<void> {
  const health = openChecks(config);
  const database = createDatabaseChecks(config, health);
  const proxy = offline ? undefined : createProxyChecks(config);
  // If the server is unreachable, every other check of it would fail with the same message.
  const runIfReachable = async (reachable: Check, checks: Check[]) => {
    if (await runCheck(config, reachable, report)) await runEach(checks);
  };
  const runEach = async (checks: Check[]) => {
    for (const check of checks) await runCheck(config, check, report);
  };
  try {
    if (await runCheck(config, database.reachable, report)) {
      await runEach(database.checks);
      await runIfReachable(database.membership, database.roleChecks);
    }
    await runEach(createSettingChecks(config, health));
    await runEach([health.node, health.disk_space, health.backups, health.mail].map(asCheck));
    if (mail !== undefined) await runEach([createTestMailCheck(config, mail)]);
    if (proxy) await runIfReachable(proxy.reachable, proxy.checks);
  } finally {
    await health.close();
  }
}

function checkSettings(report: Report): Config | undefined {
  const name = 'configuration';
  try {
    const config = readConfig();
    report({ name, state: 'good', found: 'every setting is valid' });
    return config;
  } catch (error) {
    const hint = 'docs/configuration.md lists every setting. Nothing else was checked.';
    const lines = describeInvalidSettings(error);
    for (const [index, found] of lines.entries()) {
      report({ name, state: 'wrong', found, ...(index === lines.length - 1 ? { hint } : {}) });
    }
    return undefined;
  }
}

async function runCheck(config: Config, check: Check, report: Report): Promise<boolean> {
  const { name, hint } = check;
  try {
    report({ name, state: 'good', found: await check.run() });
    return true;
  } catch (error) {
    const state = error instanceof Warning ? 'doubtful' : 'wrong';
    report({ name, state, found: hideSecrets(config, messageOf(error)), hint });
    return false;
  }
}

function print({ name, state, found, hint }: Finding): void {
  console.log(`${MARKS[state]} ${name}: ${found}`);
  if (hint) console.log(`  ${hint}`);
}

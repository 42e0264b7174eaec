import { type Config, readConfig } from '../../config.ts';
import { messageOf } from '../failure.ts';
import { hideSecrets, wrongSettings } from '../settings.ts';
import { type Check, type Finding, Severity, type State } from './check.ts';
import { databaseChecks } from './database-checks.ts';
import { machineChecks } from './machine-checks.ts';
import { proxyChecks } from './proxy-checks.ts';
import { settingChecks } from './setting-checks.ts';

const MARKS: Record<State, string> = { good: '✓', doubtful: '!', wrong: '✗' };

type Options = { offline: boolean; json: boolean };

/** Tells of each thing looked at; false when something is wrong. */
export async function examineSite({ offline, json }: Options): Promise<boolean> {
  const findings: Finding[] = [];
  const tell = (finding: Finding) => {
    findings.push(finding);
    if (!json) print(finding);
  };
  const config = examineSettings(tell);
  if (config) await examineAll(config, offline, tell);
  const healthy = findings.every(({ state }) => state !== 'wrong');
  if (json) console.log(JSON.stringify({ healthy, checks: findings }, null, 2));
  return healthy;
}

type Tell = (finding: Finding) => void;

async function examineAll(config: Config, offline: boolean, tell: Tell): Promise<void> {
  const database = databaseChecks(config);
  const proxy = offline ? undefined : proxyChecks(config);
  // Without an answer, the rest about it would be the same complaint again and again.
  const examineBehind = async (reachable: Check, checks: Check[]) => {
    if (await examine(config, reachable, tell)) await examineEach(checks);
  };
  const examineEach = async (checks: Check[]) => {
    for (const check of checks) await examine(config, check, tell);
  };
  try {
    await examineBehind(database.reachable, database.checks);
    await examineEach(settingChecks(config));
    await examineEach(machineChecks(config));
    if (proxy) await examineBehind(proxy.reachable, proxy.checks);
  } finally {
    await database.close();
  }
}

function examineSettings(tell: Tell): Config | undefined {
  const name = 'configuration';
  try {
    const config = readConfig();
    tell({ name, state: 'good', found: 'every setting is valid' });
    return config;
  } catch (error) {
    const hint = 'docs/configuration.md lists every setting. Nothing else was checked.';
    const lines = wrongSettings(error);
    for (const [index, found] of lines.entries()) {
      tell({ name, state: 'wrong', found, ...(index === lines.length - 1 ? { hint } : {}) });
    }
    return undefined;
  }
}

async function examine(config: Config, check: Check, tell: Tell): Promise<boolean> {
  const { name, hint } = check;
  try {
    tell({ name, state: 'good', found: await check.look() });
    return true;
  } catch (error) {
    const state = error instanceof Severity ? 'doubtful' : 'wrong';
    tell({ name, state, found: hideSecrets(config, messageOf(error)), hint });
    return false;
  }
}

function print({ name, state, found, hint }: Finding): void {
  console.log(`${MARKS[state]} ${name}: ${found}`);
  if (hint) console.log(`  ${hint}`);
}

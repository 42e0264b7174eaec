import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { runWithLimit } from '../run-with-limit.ts';
import type { Attack, Check } from './attack.ts';
import { DELETION_RACE } from './attacks/deletion-race.ts';
import { FORM_FIELDS } from './attacks/form-fields.ts';
import { FRAGMENT } from './attacks/fragment.ts';
import { IDLE_BODIES } from './attacks/idle-bodies.ts';
import { POST_BODIES } from './attacks/post-bodies.ts';
import { SLOW_READERS } from './attacks/slow-readers.ts';
import { type Community, meetCommunity } from './community.ts';
import { closeConnections } from './http.ts';
import { isMet, type Result, renderReport, renderTable } from './report.ts';
import { startSite } from './site.ts';
import { type Waiting, watchVisitors } from './visitors.ts';

const ATTACKS = [FORM_FIELDS, POST_BODIES, IDLE_BODIES, SLOW_READERS, FRAGMENT, DELETION_RACE];
const QUIET_MS = 4_000;
const ATTACK_MS = 5_000;
/** Quiet, attack, quiet, attack: other load on the machine hits both. */
const TURNS = 2;
/** Ends the run in any case. */
const LIMIT_MS = 240_000;
const REPORT = new URL('../../docs/reports/attacks.md', import.meta.url);

export const USAGE = `npm run rig attacks                              every attack
npm run rig attacks -- idle-bodies slow-readers  only these: ${ATTACKS.map(({ name }) => name).join(' ')}
npm run rig attacks -- --report                  every attack, and writes docs/reports/attacks.md`;

/** Returns whether every attack met its targets; ends the run after a time limit. */
export async function main(args: string[]): Promise<boolean> {
  return runWithLimit(LIMIT_MS, async () => {
    try {
      return await runAttacks(args);
    } finally {
      closeConnections();
    }
  });
}

async function runAttacks(args: string[]): Promise<boolean> {
  const names = args.filter((arg) => !arg.startsWith('--'));
  const unknown = names.filter((name) => !ATTACKS.some((attack) => attack.name === name));
  if (unknown.length > 0) throw new Error(`there is no attack ${unknown.join(', ')}`);
  const attacks = ATTACKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const began = performance.now();
  const site = await startSite();
  const community = await meetCommunity(site);
  // Fills the caches and compiles the code.
  await during(community, () => sleep(QUIET_MS));
  const results: Result[] = [];
  for (const attack of attacks) {
    results.push(await measure(community, attack));
    console.log(`${attack.name} done after ${Math.round((performance.now() - began) / 1000)} s`);
  }
  const isSound = await site.verify();
  console.log(`\n${renderTable(results)}\n`);
  console.log(`lamplight verify: ${isSound ? 'clean' : 'found something'}`);
  if (args.includes('--report')) writeFileSync(REPORT, renderReport(results, isSound));
  return isSound && results.every(isMet);
}

async function measure(community: Community, attack: Attack): Promise<Result> {
  const quiet: Waiting[] = [];
  const attacked: Waiting[] = [];
  const checks: Check[] = [];
  await attack.prepare?.(community);
  for (let turn = 0; turn < TURNS; turn++) {
    quiet.push((await during(community, () => sleep(QUIET_MS))).waiting);
    const { waiting, result } = await during(community, () =>
      attack.run(community, AbortSignal.timeout(ATTACK_MS)).catch(asCheck),
    );
    attacked.push(waiting);
    checks.push(...result);
  }
  return { attack, quiet: together(quiet), attacked: together(attacked), checks };
}

/** An attack that fails to run fails its check; the others still run. */
function asCheck(error: unknown): Check[] {
  console.error(error);
  return [{ name: 'it ran', passed: false, detail: 'see the output' }];
}

/** Measures the visitors' latency during `act`. */
async function during<T>(
  community: Community,
  act: () => Promise<T>,
): Promise<{ waiting: Waiting; result: T }> {
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  const [waiting, result] = await Promise.all([watchVisitors(community, () => isOver), acting]);
  return { waiting, result };
}

function together(all: Waiting[]): Waiting {
  return {
    ms: all.flatMap(({ ms }) => ms),
    failed: all.reduce((sum, { failed }) => sum + failed, 0),
    log_ins: all.flatMap(({ log_ins }) => log_ins),
    uploads: all.flatMap(({ uploads }) => uploads),
  };
}

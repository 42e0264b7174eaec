import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { runWithLimit } from '../run-with-limit.ts';
import { runLoad } from './load.ts';
import { startMachine, whyNoMachine } from './machine.ts';
import { type Result, runStep, type Site, type Step } from './step.ts';
import { BACKING_UP } from './steps/backing-up.ts';
import { INSTALLING } from './steps/installing.ts';
import { OUTAGES } from './steps/outages.ts';
import { UPGRADING } from './steps/upgrading.ts';

const REPORT = new URL('../../docs/reports/install.md', import.meta.url);
/** Ends the run in any case. */
const LIMIT_MS = 20 * 60_000;

export const USAGE = `npm run rig install              installs, upgrades, restores and breaks a site on a booted systemd
npm run rig install -- --report  and writes docs/reports/install.md
npm run rig install -- outages   only these, after the installation: upgrading backing-up outages`;

const GROUPS: Record<string, Step[]> = {
  upgrading: UPGRADING,
  'backing-up': BACKING_UP,
  outages: OUTAGES,
};

export async function main(args: string[]): Promise<boolean> {
  if (args.includes('--load')) {
    await runLoad();
    return true;
  }
  const reason = whyNoMachine();
  if (reason) throw new Error(`no machine with systemd here: ${reason}`);
  return runWithLimit(LIMIT_MS, async () => {
    const results = await runInstallation(args.filter((arg) => !arg.startsWith('--')));
    console.log(`\n${renderTable(results)}`);
    if (args.includes('--report')) writeFileSync(REPORT, renderReport(results));
    return results.every(({ isMet }) => isMet);
  });
}

/** Nothing works after a failed installation, so that ends the run. */
export async function runInstallation(groups: string[] = []): Promise<Result[]> {
  const machine = await startMachine();
  const site: Site = { machine, releases: { first: '', next: '' } };
  const results: Result[] = [];
  for (const step of INSTALLING) {
    results.push(await runStep(step, site));
    if (!results.at(-1)?.isMet) return results;
  }
  const chosen = Object.entries(GROUPS).filter(
    ([name]) => groups.length === 0 || groups.includes(name),
  );
  for (const step of chosen.flatMap(([, steps]) => steps)) results.push(await runStep(step, site));
  return results;
}

function renderTable(results: Result[]): string {
  const rows = results.map(
    ({ name, seconds, target, detail, isMet }) =>
      `| ${name} | ${seconds.toFixed(1)} s | ${target} | ${detail.replaceAll('|', '/').replaceAll('\n', ' ')} | ${isMet ? 'met' : '**missed**'} |`,
  );
  return ['| Step | Time | Target | Result | |', '| --- | ---: | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

function renderReport(results: Result[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  return `# Installation

Written by \`npm run rig install -- --report\` ([how](../../rigs/README.md#install)), ${new Date().toISOString().slice(0, 10)}, ${commit}: [deploy/README.md](../../deploy/README.md) followed on a
booted systemd with PostgreSQL 15, Redis and nginx, two web processes and a worker, on ${availableParallelism()} cores (${cpus()[0]?.model.trim()}).

${renderTable(results)}
`;
}

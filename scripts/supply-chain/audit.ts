/** What the registry knows of weaknesses in what is locked. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Weakness = { name: string; severity: string; places: string[] };
export type Audit = { weaknesses: Weakness[] } | { unknown: string };

type Report = {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { name: string; severity: string; nodes: string[] }>;
  message?: string;
};

/** A version with weaknesses that everybody knows: who finds nothing wrong with it has not looked. */
const KNOWN_WEAK = { name: 'minimist', version: '0.0.8' };

/** An audit that nobody answered is unknown, never clean: some mirrors refuse the question, some say `{}` to everything. */
export async function audit(folders: string[]): Promise<Audit> {
  const known = await withKnownWeak(ask);
  if ('unknown' in known) return known;
  if (!known.weaknesses.some(({ name }) => name === KNOWN_WEAK.name))
    return {
      unknown: `the registry finds nothing wrong even with ${KNOWN_WEAK.name} ${KNOWN_WEAK.version}`,
    };
  const weaknesses: Weakness[] = [];
  for (const folder of folders) {
    const found = await ask(folder);
    if ('unknown' in found) return found;
    weaknesses.push(...found.weaknesses.map((weakness) => within(folder, weakness)));
  }
  return { weaknesses };
}

function within(folder: string, { places, ...weakness }: Weakness): Weakness {
  return { ...weakness, places: places.map((place) => join(folder, place)) };
}

/** In what is shipped any weakness counts, in the tools a severe one. */
export function auditFaults(weaknesses: Weakness[], shipped: Set<string>): string[] {
  return weaknesses
    .filter(
      ({ severity, places }) =>
        places.some((place) => shipped.has(place)) || ['high', 'critical'].includes(severity),
    )
    .map(
      ({ name, severity, places }) => `${name} has a ${severity} weakness (${places.join(', ')})`,
    );
}

function ask(folder: string): Promise<Audit> {
  const command = ['audit', '--json', '--package-lock-only', '--fetch-retries=0'];
  return new Promise((done) => {
    // It ends with an error where it found something, too: what counts is what it wrote.
    execFile('npm', command, { cwd: folder, maxBuffer: 100_000_000 }, (_error, report) =>
      done(readReport(report)),
    );
  });
}

function readReport(text: string): Audit {
  try {
    const report = JSON.parse(text) as Report;
    if (report.auditReportVersion !== 2 || !report.vulnerabilities)
      return { unknown: withoutAddress(report.message ?? 'npm says nothing of weaknesses') };
    return {
      weaknesses: Object.values(report.vulnerabilities).map(({ name, severity, nodes }) => ({
        name,
        severity,
        places: nodes,
      })),
    };
  } catch {
    return { unknown: 'npm gave no report' };
  }
}

function withoutAddress(message: string): string {
  return message.replace(/ - \w+ https?:\S+/, '');
}

async function withKnownWeak<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lamplight-audit-'));
  try {
    const { name, version } = KNOWN_WEAK;
    const project = { name: 'known-weak', version: '1.0.0', dependencies: { [name]: version } };
    const packages = { '': project, [`node_modules/${name}`]: { version } };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(project));
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...project, lockfileVersion: 3, requires: true, packages }),
    );
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

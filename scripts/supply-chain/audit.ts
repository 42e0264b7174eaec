/** `npm audit` for the packages in the lock file. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Vulnerability = { name: string; severity: string; paths: string[] };
export type AuditResult = { vulnerabilities: Vulnerability[] } | { unknown: string };

type Report = {
  auditReportVersion?: number;
  vulnerabilities?: Record<string, { name: string; severity: string; nodes: string[] }>;
  message?: string;
};

/** A version with known vulnerabilities: a registry that reports none for it has no advisory data. */
const KNOWN_VULNERABLE = { name: 'minimist', version: '0.0.8' };

/** An audit without advisory data is unknown, never clean: some mirrors refuse it, some return `{}` for everything. */
export async function runAudit(folders: string[]): Promise<AuditResult> {
  const known = await withVulnerableProject(auditFolder);
  if ('unknown' in known) return known;
  if (!known.vulnerabilities.some(({ name }) => name === KNOWN_VULNERABLE.name))
    return {
      unknown: `the registry finds nothing wrong even with ${KNOWN_VULNERABLE.name} ${KNOWN_VULNERABLE.version}`,
    };
  const vulnerabilities: Vulnerability[] = [];
  for (const folder of folders) {
    const found = await auditFolder(folder);
    if ('unknown' in found) return found;
    vulnerabilities.push(
      ...found.vulnerabilities.map((vulnerability) => within(folder, vulnerability)),
    );
  }
  return { vulnerabilities };
}

function within(folder: string, { paths, ...vulnerability }: Vulnerability): Vulnerability {
  return { ...vulnerability, paths: paths.map((path) => join(folder, path)) };
}

/** Any vulnerability in a shipped package counts; in tools only high and critical ones. */
export function findAuditFaults(vulnerabilities: Vulnerability[], shipped: Set<string>): string[] {
  return vulnerabilities
    .filter(
      ({ severity, paths }) =>
        paths.some((path) => shipped.has(path)) || ['high', 'critical'].includes(severity),
    )
    .map(
      ({ name, severity, paths }) =>
        `${name} has a ${severity} vulnerability (${paths.join(', ')})`,
    );
}

function auditFolder(folder: string): Promise<AuditResult> {
  const command = ['audit', '--json', '--package-lock-only', '--fetch-retries=0'];
  return new Promise((done) => {
    // It also exits with an error if it found something, so only the report counts.
    execFile('npm', command, { cwd: folder, maxBuffer: 100_000_000 }, (_error, report) =>
      done(readReport(report)),
    );
  });
}

function readReport(text: string): AuditResult {
  try {
    const report = JSON.parse(text) as Report;
    if (report.auditReportVersion !== 2 || !report.vulnerabilities)
      return { unknown: withoutAddress(report.message ?? 'npm returned no vulnerabilities') };
    return {
      vulnerabilities: Object.values(report.vulnerabilities).map(({ name, severity, nodes }) => ({
        name,
        severity,
        paths: nodes,
      })),
    };
  } catch {
    return { unknown: 'npm gave no report' };
  }
}

function withoutAddress(message: string): string {
  return message.replace(/ - \w+ https?:\S+/, '');
}

async function withVulnerableProject<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'lamplight-audit-'));
  try {
    const { name, version } = KNOWN_VULNERABLE;
    const project = {
      name: 'known-vulnerable',
      version: '1.0.0',
      dependencies: { [name]: version },
    };
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

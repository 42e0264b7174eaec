/**
 * Checks the dependencies against the rules: `node scripts/supply-chain/main.ts`. With `--audit` an audit without advisory
 * data fails too; with `--sbom <file>` it only writes the bill of materials. Needs no installed package, only the lock file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findAuditFaults, runAudit } from './audit.ts';
import { findLicenceFaults } from './check-licences.ts';
import { findLockfileFaults, findMissingDigests } from './check-lockfile.ts';
import { readLock } from './lock-graph.ts';
import { FOLDERS, INSTALLED_MAX, PRODUCTION_MAX } from './rules.ts';
import { createSbom } from './sbom.ts';
import { allShipped, listInstalled, listShipped, NO_PACKAGES } from './shipped.ts';

const { values } = parseArgs({
  options: { audit: { type: 'boolean', default: false }, sbom: { type: 'string' } },
});
const project = readManifest('.');
const lock = readLock();
const shipped = listShipped(lock);

if (values.sbom !== undefined) {
  const sbom = createSbom(lock, shipped, project, new Date());
  writeFileSync(values.sbom, `${JSON.stringify(sbom, null, 2)}\n`);
  console.log(`${sbom.components.length} components in ${values.sbom}`);
} else {
  process.exitCode = (await report()) ? 0 : 1;
}

async function report(): Promise<boolean> {
  const { server, optional, browser } = shipped;
  const installed = listInstalled(lock);
  const results = [
    ...FOLDERS.map(checkLockfile),
    printResult(
      'Production',
      `${server.size} packages on the server (${installed.size} installed), ${optional.size} optional, ${browser.size} in the browser`,
      [
        ...findSurplus('on the server', server.size, PRODUCTION_MAX),
        ...findSurplus('installed', installed.size, INSTALLED_MAX),
      ],
    ),
    await checkAudit(),
  ];
  return results.every(Boolean);
}

function findSurplus(what: string, count: number, max: number): string[] {
  return count > max ? [`${count - max} more ${what} than the allowed ${max}`] : [];
}

function checkLockfile(folder: string): boolean {
  const locked = readLock(folder);
  const runs = folder === '.' ? shipped : NO_PACKAGES;
  return printResult(
    join(folder, 'package-lock.json'),
    `${locked.size} packages, every licence allowed, ${findMissingDigests(locked).size} without a digest`,
    [...findLockfileFaults(locked, readManifest(folder), runs), ...findLicenceFaults(locked, runs)],
  );
}

function readManifest(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

async function checkAudit(): Promise<boolean> {
  const result = await runAudit(FOLDERS);
  if ('vulnerabilities' in result) {
    const faults = findAuditFaults(result.vulnerabilities, allShipped(shipped));
    return printResult(
      'Audit',
      `${result.vulnerabilities.length} known vulnerabilities, none that counts`,
      faults,
    );
  }
  console.log(`Audit: NOT DONE. No advisory data: ${result.unknown}.`);
  return !values.audit;
}

function printResult(what: string, fine: string, faults: string[]): boolean {
  console.log(`${what}: ${faults.length === 0 ? fine : `${faults.length} faults`}`);
  for (const fault of faults) console.log(`  ${fault}`);
  return faults.length === 0;
}

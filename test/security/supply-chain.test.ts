import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, onTestFinished, test, vi } from 'vitest';
import { collectLicences } from '../../scripts/build-licences.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { findAuditFaults, runAudit } from '../../scripts/supply-chain/audit.ts';
import { findLicenceFaults, licenceOf } from '../../scripts/supply-chain/check-licences.ts';
import {
  findLockfileFaults,
  findMissingDigests,
  listInstallScripts,
} from '../../scripts/supply-chain/check-lockfile.ts';
import { listImported, packagesIn } from '../../scripts/supply-chain/imports.ts';
import {
  type Lock,
  type LockedPackage,
  nameOf,
  readLock,
} from '../../scripts/supply-chain/lock-graph.ts';
import {
  BUNDLED,
  FOLDERS,
  INSTALLED_MAX,
  LICENCE_EXCEPTIONS,
  PRODUCTION_MAX,
  SCRIPTS_NOT_RUN,
} from '../../scripts/supply-chain/rules.ts';
import { createSbom } from '../../scripts/supply-chain/sbom.ts';
import {
  allShipped,
  listInstalled,
  listShipped,
  NO_PACKAGES,
} from '../../scripts/supply-chain/shipped.ts';
import { SCRIPTS } from '../../src/client-files.ts';

const project = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = readLock();
const shipped = listShipped(lock);

/** The lockfile with one package changed. */
function planted(path: string, change: Partial<LockedPackage>): Lock {
  return new Map(lock).set(path, { ...lock.get(path), ...change });
}

test('ASVS 15.1.2, 15.2.4 the lockfile agrees with package.json, and pins every package by digest and by no URL', () => {
  expect(lock.size).toBeGreaterThan(300);
  expect(findLockfileFaults(lock, project, shipped)).toEqual([]);
});

test("ASVS 15.1.2, 15.2.4 separate tools' lockfiles follow the same rules", () => {
  const found = execFileSync(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '*package-lock.json'],
    { encoding: 'utf8' },
  );
  expect(found.trim().split('\n').map(dirname).sort()).toEqual(FOLDERS);
  for (const folder of FOLDERS.slice(1)) {
    const tool = readLock(folder);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect([folder, ...findLockfileFaults(tool, manifest, NO_PACKAGES)]).toEqual([folder]);
    expect([folder, ...findLicenceFaults(tool, NO_PACKAGES)]).toEqual([folder]);
    expect(readFileSync(join(folder, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m);
  }
});

test.each([
  ['node_modules/pg', { integrity: '' }, 'node_modules/pg is not pinned by its content'],
  ['node_modules/vitest', { integrity: 'sha1-AAAA' }, 'node_modules/vitest is not pinned'],
  ['node_modules/kysely', { resolved: 'https://example.org/a.tgz' }, 'kysely names an address'],
  ['node_modules/@lamplight/node', { resolved: '../elsewhere' }, '@lamplight/node is elsewhere'],
  ['node_modules/kysely', { dependencies: { pg: 'github:a/b' } }, 'requests pg as github:a/b'],
  ['node_modules/kysely', { dependencies: { pg: 'npm:pq@1' } }, 'requests pg as npm:pq@1'],
  ['node_modules/kysely', { version: '0.0.1' }, 'is in package.json and not locked'],
  [
    'node_modules/kysely',
    { dependencies: { gone: '1' } },
    'kysely needs gone, which is not locked',
  ],
  [
    'node_modules/unknown-package',
    { integrity: 'sha512-AAAA' },
    'unknown-package is locked and required by no package',
  ],
])('ASVS 15.2.4 a lockfile in which %s has %o is refused', (path, change, fault) => {
  expect(findLockfileFaults(planted(path, change), project, shipped)).toContainEqual(
    expect.stringContaining(fault),
  );
});

test('ASVS 15.2.4 no range, tag or URL is requested, and no install script runs', () => {
  const loosened = { ...project, dependencies: { ...project.dependencies, pg: '^8.0.0' } };
  expect(findLockfileFaults(lock, loosened, shipped)).toContainEqual(
    'pg is requested as ^8.0.0, which is no exact version',
  );
  const hooked = { ...project, scripts: { ...project.scripts, postinstall: 'node x.js' } };
  expect(findLockfileFaults(lock, hooked, shipped)).toHaveLength(1);
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m);
  // The image build uses it too.
  expect(readFileSync('Dockerfile', 'utf8').match(/^COPY .*\.npmrc .*$/gm)).toHaveLength(2);
});

test('ASVS 15.1.2 every package has an accepted licence', () => {
  expect(findLicenceFaults(lock, shipped)).toEqual([]);
});

test.each([
  ['node_modules/pg', 'AGPL-3.0-only', 1],
  ['node_modules/pg', 'MIT AND GPL-3.0-only', 1],
  ['node_modules/pg', '(MIT OR GPL-3.0-only) AND (GPL-2.0-only OR ISC)', 1],
  ['node_modules/pg', '', 1],
  ['node_modules/pg', 'MPL-2.0', 1],
  ['node_modules/vitest', 'SSPL-1.0', 1],
  ['node_modules/pg', 'GPL-3.0-only OR MIT', 0],
  ['node_modules/pg', '(ISC OR MIT)', 0],
])('ASVS 15.1.2 checks %s under “%s”', (path, license, faults) => {
  expect(findLicenceFaults(planted(path, { license }), shipped)).toHaveLength(faults);
});

test('ASVS 15.1.2 every exception is still needed', () => {
  const names = FOLDERS.flatMap((folder) => [...readLock(folder).keys()].map(nameOf));
  for (const { packages, licence } of LICENCE_EXCEPTIONS)
    expect([licence, names.some((name) => packages.test(name))]).toEqual([licence, true]);
  for (const { packages } of SCRIPTS_NOT_RUN)
    expect([packages, listInstallScripts(lock).some((name) => packages.test(name))]).toEqual([
      packages,
      true,
    ]);
  // The list only gets shorter: a build with a digest leaves it.
  expect(findMissingDigests(lock).size).toBeLessThanOrEqual(40);
});

test('ASVS 15.2.4 the server needs only the agreed packages', () => {
  expect(shipped.server.size).toBeLessThanOrEqual(PRODUCTION_MAX);
  expect(listInstalled(lock).size).toBeLessThanOrEqual(INSTALLED_MAX);
});

test('ASVS 15.1.2 the bill of materials is CycloneDX, and names every component once with its digest and licence', async () => {
  const bill = createSbom(lock, shipped, project, new Date());
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(JSON.stringify(bill))).toBeNull();
  expect(await validator.validate(JSON.stringify({ ...bill, version: 'one' }))).not.toBeNull();
  const refs = bill.components.map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  for (const { name, hashes } of bill.components)
    expect([name, hashes[0]?.content]).toEqual([name, expect.stringMatching(/^[0-9a-f]{128}$/)]);
  for (const { dependsOn } of bill.dependencies)
    for (const ref of dependsOn) expect(refs).toContain(ref);
}, 120_000);

test('ASVS 15.1.2 the bill of materials contains what npm installs without the tools', () => {
  const installed = execFileSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
    .split('\n')
    .filter((path) => path.includes('node_modules/'))
    .map((path) => path.slice(path.indexOf('node_modules/')));
  expect(installed.length).toBeGreaterThan(5);
  expect(installed.filter((path) => !allShipped(shipped).has(path))).toEqual([]);
}, 120_000);

test('ASVS 15.1.2 the bill of materials contains every package in the server bundle, and its licence comes with it', async () => {
  const bundled = packagesIn(await buildServer({ write: false }));
  expect(bundled.size).toBeGreaterThan(100);
  expect([...bundled].filter((path) => !shipped.server.has(path))).toEqual([]);
  const texts = collectLicences([...bundled]);
  for (const path of bundled)
    expect(texts).toContain(`${nameOf(path)} ${lock.get(path)?.version}, ${licenceOf(lock, path)}`);
  // And no package that the server no longer imports, or only as a type.
  const unused = BUNDLED.server.filter((name) => !bundled.has(`node_modules/${name}`));
  expect(unused).toEqual([]);
}, 120_000);

test('ASVS 15.1.2 the bill of materials contains every package in the page scripts', async () => {
  const bundled = await listImported(Object.values(SCRIPTS));
  expect([...bundled].filter((one) => !allShipped(shipped).has(one))).toEqual([]);
  // And no tool that the scripts no longer use.
  const unused = BUNDLED.browser
    .filter((name) => name !== '@tiptap/pm')
    .filter((name) => !bundled.has(`node_modules/${name}`));
  expect(unused).toEqual([]);
}, 120_000);

/** A registry that reports the given vulnerabilities, by name and severity. */
async function registryThat(knows: Record<string, string> | 'nothing of audits') {
  const server = createServer((request, response) => {
    const isKnown = request.url?.endsWith('/advisories/bulk') && knows !== 'nothing of audits';
    const known = isKnown ? Object.entries(knows).map(toAdvisory) : [];
    request.resume().on('end', () => {
      response.writeHead(isKnown ? 200 : 405, { 'content-type': 'application/json' });
      response.end(JSON.stringify(Object.fromEntries(known)));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.close();
  });
}

function toAdvisory([name, severity]: [string, string], id: number) {
  const weak = {
    id: id + 1,
    severity,
    title: `a vulnerability of ${name}`,
    url: 'https://example.org/',
  };
  return [name, [{ ...weak, vulnerable_versions: name === 'minimist' ? '<1.0.0' : '*' }]];
}

test('ASVS 15.2.1 a registry that does not respond, or reports nothing for anything, is never a clean audit', async () => {
  await registryThat('nothing of audits');
  expect(await runAudit(FOLDERS)).toEqual({ unknown: '405 Method Not Allowed' });
  await registryThat({});
  expect(await runAudit(FOLDERS)).toEqual({
    unknown: expect.stringContaining('nothing wrong even with'),
  });
}, 120_000);

test('ASVS 15.2.1 any known vulnerability in a shipped package fails the audit, and a severe one in a tool', async () => {
  await registryThat({ minimist: 'critical', pg: 'low', vitest: 'moderate', knip: 'high' });
  const found = await runAudit(FOLDERS);
  if (!('vulnerabilities' in found)) throw new Error(found.unknown);
  const faults = findAuditFaults(found.vulnerabilities, allShipped(shipped));
  expect(faults).toContainEqual('pg has a low vulnerability (node_modules/pg)');
  expect(faults).toContainEqual('knip has a high vulnerability (node_modules/knip)');
  expect(faults.filter((fault) => fault.startsWith('vitest'))).toEqual([]);
}, 120_000);

test('ASVS 15.2.1 without a known vulnerability the audit is clean', async () => {
  await registryThat({ minimist: 'critical' });
  expect(await runAudit(FOLDERS)).toEqual({ vulnerabilities: [] });
}, 120_000);

import { randomUUID } from 'node:crypto';
import { licenceOf } from './check-licences.ts';
import { getPackage, type Lock, listDependencies, nameOf, resolvePackage } from './lock-graph.ts';
import { allShipped, type ShippedPackages } from './shipped.ts';

type Project = { name: string; version: string; description: string; license: string };

/**
 * The software bill of materials (SBOM) in CycloneDX 1.6: all packages on the server and in the browser. `npm sbom --omit=dev`
 * leaves out packages that a tool needs too, such as pg and kysely, and does not know the bundled ones.
 */
export function createSbom(lock: Lock, shipped: ShippedPackages, project: Project, now: Date) {
  const paths = [...allShipped(shipped)].sort();
  const all = new Map(paths.map((path) => [purlOf(lock, path), path]));
  const self = purl(project.name, project.version);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: {
        type: 'application',
        'bom-ref': self,
        name: project.name,
        version: project.version,
        description: project.description,
        licenses: [{ license: { id: project.license } }],
        purl: self,
      },
    },
    components: [...all].map(([ref, path]) => toComponent(lock, shipped, path, ref)),
    dependencies: [
      { ref: self, dependsOn: directRefs(lock, paths) },
      ...[...all.keys()].map((ref) => ({
        ref,
        dependsOn: refsOf(
          lock,
          paths.filter((path) => purlOf(lock, path) === ref),
          new Set(paths),
        ),
      })),
    ],
  };
}

function toComponent(
  lock: Lock,
  { optional, browser }: ShippedPackages,
  path: string,
  ref: string,
) {
  const { version, integrity } = getPackage(lock, path);
  const [name, group] = nameOf(path).split('/').reverse();
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group ? { group } : {}),
    name,
    version,
    scope: optional.has(path) ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: toHex(integrity ?? '') }],
    licenses: [toLicence(licenceOf(lock, path))],
    purl: ref,
    properties: [{ name: 'lamplight:runs', value: browser.has(path) ? 'browser' : 'server' }],
  };
}

function directRefs(lock: Lock, paths: string[]): string[] {
  const { dependencies, devDependencies, optionalDependencies } = getPackage(lock, '');
  const direct = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return paths
    .filter((path) => direct.some((name) => path === `node_modules/${name}`))
    .map((path) => purlOf(lock, path));
}

/** One version may be installed at several paths, each with other versions of its dependencies. */
function refsOf(lock: Lock, paths: string[], shipped: Set<string>): string[] {
  const needed = paths.flatMap((path) =>
    listDependencies(getPackage(lock, path))
      .map(({ name }) => resolvePackage(lock, path, name))
      .filter((found) => found !== undefined && shipped.has(found))
      .map((found) => purlOf(lock, found ?? '')),
  );
  return [...new Set(needed)].sort();
}

function purlOf(lock: Lock, path: string): string {
  return purl(nameOf(path), getPackage(lock, path).version ?? '');
}

function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

function toHex(integrity: string): string {
  return Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
}

function toLicence(licence: string) {
  return licence.includes(' ') ? { expression: licence } : { license: { id: licence } };
}

import { randomUUID } from 'node:crypto';
import { licenceOf } from './licences.ts';
import { type Lock, locate, lockedAt, nameOf, needsOf } from './lock.ts';
import { allShipped, type Shipped } from './shipped.ts';

type Project = { name: string; version: string; description: string; license: string };

/**
 * The bill of materials as CycloneDX 1.6: all that runs on the server and in the browser. Not by `npm sbom --omit=dev`: that one
 * leaves out whatever a tool needs too, pg and kysely among it, and knows nothing of what is bundled.
 */
export function createBill(lock: Lock, shipped: Shipped, project: Project, now: Date) {
  const places = [...allShipped(shipped)].sort();
  const all = new Map(places.map((place) => [addressOf(lock, place), place]));
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
    components: [...all].map(([ref, place]) => toComponent(lock, shipped, place, ref)),
    dependencies: [
      { ref: self, dependsOn: directRefs(lock, places) },
      ...[...all.keys()].map((ref) => ({
        ref,
        dependsOn: refsOf(
          lock,
          places.filter((place) => addressOf(lock, place) === ref),
          new Set(places),
        ),
      })),
    ],
  };
}

function toComponent(lock: Lock, { optional, browser }: Shipped, place: string, ref: string) {
  const { version, integrity } = lockedAt(lock, place);
  const [name, group] = nameOf(place).split('/').reverse();
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group ? { group } : {}),
    name,
    version,
    scope: optional.has(place) ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: toHex(integrity ?? '') }],
    licenses: [toLicence(licenceOf(lock, place))],
    purl: ref,
    properties: [{ name: 'lamplight:runs', value: browser.has(place) ? 'browser' : 'server' }],
  };
}

function directRefs(lock: Lock, places: string[]): string[] {
  const { dependencies, devDependencies, optionalDependencies } = lockedAt(lock, '');
  const direct = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return places
    .filter((place) => direct.some((name) => place === `node_modules/${name}`))
    .map((place) => addressOf(lock, place));
}

/** One version may be installed at several places, and find others of what it needs at each. */
function refsOf(lock: Lock, places: string[], shipped: Set<string>): string[] {
  const needed = places.flatMap((place) =>
    needsOf(lockedAt(lock, place))
      .map(({ name }) => locate(lock, place, name))
      .filter((found) => found !== undefined && shipped.has(found))
      .map((found) => addressOf(lock, found ?? '')),
  );
  return [...new Set(needed)].sort();
}

function addressOf(lock: Lock, place: string): string {
  return purl(nameOf(place), lockedAt(lock, place).version ?? '');
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

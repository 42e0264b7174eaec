import {
  collectDependencies,
  getPackage,
  type Lock,
  type LockedPackage,
  nameOf,
  resolvePackage,
} from './lock-graph.ts';
import { SCRIPTS_NOT_RUN, WITHOUT_DIGEST } from './rules.ts';
import { allShipped, type ShippedPackages } from './shipped.ts';

type Manifest = Pick<LockedPackage, 'dependencies' | 'devDependencies' | 'optionalDependencies'> & {
  scripts?: Record<string, string>;
};

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const OWN_PACKAGE = /^file:tools\/[\w-]+$/;
/** A version or a range of versions; not a URL, branch, tag or alias. */
const RANGE = /^(\*|[\d\s.^~<>=|*-][\w\s.^~<>=|*+-]*)$/;
const RUN_ON_INSTALL = ['preinstall', 'install', 'postinstall', 'prepare'];

/** All faults of the lock file, a sentence each. */
export function findLockfileFaults(
  lock: Lock,
  manifest: Manifest,
  shipped: ShippedPackages,
): string[] {
  return [
    ...findMismatches(lock, manifest),
    ...findUnresolved(lock),
    ...findUnneeded(lock),
    ...findUnpinned(lock, shipped),
    ...findForeignSources(lock),
    ...findInstallScripts(lock, manifest),
  ];
}

function findMismatches(lock: Lock, manifest: Manifest): string[] {
  const project = getPackage(lock, '');
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
  return kinds.flatMap((kind) => {
    const requested = Object.entries(manifest[kind] ?? {});
    const known = project[kind] ?? {};
    return [
      ...Object.keys(known)
        .filter((name) => manifest[kind]?.[name] === undefined)
        .map((name) => `${name} is locked and not in package.json`),
      ...requested
        .filter(([, version]) => !EXACT.test(version) && !OWN_PACKAGE.test(version))
        .map(([name, version]) => `${name} is requested as ${version}, which is no exact version`),
      ...requested
        .filter(([name, version]) => known[name] !== version || !isAt(lock, name, version))
        .map(([name, version]) => `${name}@${version} is in package.json and not locked`),
    ];
  });
}

function isAt(lock: Lock, name: string, version: string): boolean {
  const path = resolvePackage(lock, '', name);
  if (path === undefined) return false;
  return OWN_PACKAGE.test(version)
    ? version === `file:${path}`
    : lock.get(path)?.version === version;
}

/** Dependencies that are missing in the lock file. */
function findUnresolved(lock: Lock): string[] {
  return [...lock].flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => resolvePackage(lock, path, name) === undefined)
      .map((name) => `${path || 'The project'} needs ${name}, which is not locked`),
  );
}

/** Packages that no other package requires. */
function findUnneeded(lock: Lock): string[] {
  const project = { ...getPackage(lock, '') };
  const dependencies = { ...project.dependencies, ...project.devDependencies };
  const whole = new Map(lock).set('', { ...project, dependencies });
  const reached = collectDependencies(whole, [''], ['required', 'optional', 'peer']);
  return [...lock]
    .filter(([path, { link }]) => !link && !reached.has(path))
    .map(([path]) => `${path} is locked and required by no package`);
}

function findUnpinned(lock: Lock, shipped: ShippedPackages): string[] {
  const excused = findMissingDigests(lock);
  const runs = allShipped(shipped);
  return [...lock]
    .filter(([path, { integrity = '', link }]) => {
      if (link || !path.includes('node_modules/') || /^sha512-/.test(integrity)) return false;
      return runs.has(path) || !excused.has(path);
    })
    .map(([path]) => `${path} is not pinned by its content`);
}

/** Builds for other platforms that have no digest yet, with the tool they belong to. */
export function findMissingDigests(lock: Lock): Map<string, string> {
  const found = new Map<string, string>();
  for (const tool of WITHOUT_DIGEST) {
    const path = resolvePackage(lock, '', tool) ?? '';
    for (const name of Object.keys(lock.get(path)?.optionalDependencies ?? {})) {
      const build = resolvePackage(lock, path, name) ?? '';
      const { integrity, optional, os, cpu } = lock.get(build) ?? {};
      if (!integrity && optional && (os || cpu)) found.set(build, tool);
    }
  }
  return found;
}

/** Packages must come from the registry of the installing user, by name and digest, and from no other source. */
function findForeignSources(lock: Lock): string[] {
  return [...lock].flatMap(([path, locked]) => [
    ...(locked.resolved !== undefined && !locked.link ? [`${path} names an address`] : []),
    ...(locked.link && !OWN_PACKAGE.test(`file:${locked.resolved}`)
      ? [`${path} is elsewhere`]
      : []),
    ...(path === ''
      ? []
      : rangesOf(locked).map(([name, range]) => `${path} requests ${name} as ${range}`)),
  ]);
}

function rangesOf(locked: LockedPackage): [string, string][] {
  const requested = { ...locked.dependencies, ...locked.optionalDependencies };
  return Object.entries(requested).filter(([, range]) => !RANGE.test(range));
}

function findInstallScripts(lock: Lock, manifest: Manifest): string[] {
  return [
    ...RUN_ON_INSTALL.filter((name) => manifest.scripts?.[name]).map(
      (name) => `package.json has a script ${name}, which npm would run by itself`,
    ),
    ...listInstallScripts(lock)
      .filter((name) => !SCRIPTS_NOT_RUN.some(({ packages }) => packages.test(name)))
      .map((name) => `${name} has an install script that no rule covers`),
  ];
}

export function listInstallScripts(lock: Lock): string[] {
  return [...lock]
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => nameOf(path));
}

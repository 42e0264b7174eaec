import { type Lock, type Locked, locate, lockedAt, nameOf, reach } from './lock.ts';
import { SCRIPTS_NOT_RUN, WITHOUT_DIGEST } from './rules.ts';
import { allShipped, type Shipped } from './shipped.ts';

type Manifest = Pick<Locked, 'dependencies' | 'devDependencies' | 'optionalDependencies'> & {
  scripts?: Record<string, string>;
};

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
const OURS = /^file:tools\/[\w-]+$/;
/** A version or a range of versions; an address, a branch, a tag or another name is none. */
const RANGE = /^(\*|[\d\s.^~<>=|*-][\w\s.^~<>=|*+-]*)$/;
const RUN_ON_INSTALL = ['preinstall', 'install', 'postinstall', 'prepare'];

/** Everything that is wrong with the lockfile, a sentence each. */
export function lockfileFaults(lock: Lock, manifest: Manifest, shipped: Shipped): string[] {
  return [
    ...disagreements(lock, manifest),
    ...gaps(lock),
    ...strangers(lock),
    ...unpinned(lock, shipped),
    ...addresses(lock),
    ...scripts(lock, manifest),
  ];
}

function disagreements(lock: Lock, manifest: Manifest): string[] {
  const project = lockedAt(lock, '');
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies'] as const;
  return kinds.flatMap((kind) => {
    const wanted = Object.entries(manifest[kind] ?? {});
    const known = project[kind] ?? {};
    return [
      ...Object.keys(known)
        .filter((name) => manifest[kind]?.[name] === undefined)
        .map((name) => `${name} is locked and not in package.json`),
      ...wanted
        .filter(([, version]) => !EXACT.test(version) && !OURS.test(version))
        .map(([name, version]) => `${name} is asked for as ${version}, which is no exact version`),
      ...wanted
        .filter(([name, version]) => known[name] !== version || !isAt(lock, name, version))
        .map(([name, version]) => `${name}@${version} is in package.json and not locked`),
    ];
  });
}

function isAt(lock: Lock, name: string, version: string): boolean {
  const place = locate(lock, '', name);
  if (place === undefined) return false;
  return OURS.test(version) ? version === `file:${place}` : lock.get(place)?.version === version;
}

/** What somebody needs and npm would have to look for anew. */
function gaps(lock: Lock): string[] {
  return [...lock].flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => locate(lock, place, name) === undefined)
      .map((name) => `${place || 'The project'} needs ${name}, which is not locked`),
  );
}

/** What nobody needs has no business in the lockfile. */
function strangers(lock: Lock): string[] {
  const project = { ...lockedAt(lock, '') };
  const dependencies = { ...project.dependencies, ...project.devDependencies };
  const whole = new Map(lock).set('', { ...project, dependencies });
  const reached = reach(whole, [''], ['required', 'optional', 'peer']);
  return [...lock]
    .filter(([place, { link }]) => !link && !reached.has(place))
    .map(([place]) => `${place} is locked and needed by nobody`);
}

function unpinned(lock: Lock, shipped: Shipped): string[] {
  const excused = withoutDigest(lock);
  const runs = allShipped(shipped);
  return [...lock]
    .filter(([place, { integrity = '', link }]) => {
      if (link || !place.includes('node_modules/') || /^sha512-/.test(integrity)) return false;
      return runs.has(place) || !excused.has(place);
    })
    .map(([place]) => `${place} is not pinned by its content`);
}

/** Builds for other machines that had no digest yet, with the tool each is a build of. */
export function withoutDigest(lock: Lock): Map<string, string> {
  const found = new Map<string, string>();
  for (const tool of WITHOUT_DIGEST) {
    const place = locate(lock, '', tool) ?? '';
    for (const name of Object.keys(lock.get(place)?.optionalDependencies ?? {})) {
      const build = locate(lock, place, name) ?? '';
      const { integrity, optional, os, cpu } = lock.get(build) ?? {};
      if (!integrity && optional && (os || cpu)) found.set(build, tool);
    }
  }
  return found;
}

/** A package comes from the registry that whoever installs it has chosen, by its name and digest; from nowhere else. */
function addresses(lock: Lock): string[] {
  return [...lock].flatMap(([place, locked]) => [
    ...(locked.resolved !== undefined && !locked.link ? [`${place} names an address`] : []),
    ...(locked.link && !OURS.test(`file:${locked.resolved}`) ? [`${place} is elsewhere`] : []),
    ...(place === ''
      ? []
      : rangesOf(locked).map(([name, range]) => `${place} asks for ${name} as ${range}`)),
  ]);
}

function rangesOf(locked: Locked): [string, string][] {
  const asked = { ...locked.dependencies, ...locked.optionalDependencies };
  return Object.entries(asked).filter(([, range]) => !RANGE.test(range));
}

function scripts(lock: Lock, manifest: Manifest): string[] {
  return [
    ...RUN_ON_INSTALL.filter((name) => manifest.scripts?.[name]).map(
      (name) => `package.json has a script ${name}, which npm would run by itself`,
    ),
    ...scriptedPackages(lock)
      .filter((name) => !SCRIPTS_NOT_RUN.some(({ packages }) => packages.test(name)))
      .map((name) => `${name} has an install script that nobody has judged`),
  ];
}

export function scriptedPackages(lock: Lock): string[] {
  return [...lock]
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([place]) => nameOf(place));
}

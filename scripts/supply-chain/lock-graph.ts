/** The lock file as a graph of packages and their dependencies. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Names = Record<string, string>;

export type LockedPackage = {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  os?: string[];
  cpu?: string[];
  dependencies?: Names;
  devDependencies?: Names;
  optionalDependencies?: Names;
  peerDependencies?: Names;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** By path, such as `node_modules/pg`; the project itself is at ''. */
export type Lock = ReadonlyMap<string, LockedPackage>;

export function readLock(folder = '.'): Lock {
  const text = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> };
  return new Map(Object.entries(packages));
}

export function getPackage(lock: Lock, path: string): LockedPackage {
  const locked = lock.get(path);
  if (!locked) throw new Error(`No package is locked at ${path}`);
  return locked;
}

export function nameOf(path: string): string {
  return path.split('node_modules/').at(-1) ?? path;
}

/** The path that a name resolves to from another package, by Node's lookup in parent folders. */
export function resolvePackage(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = parentFolder(folder)) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    const { link, resolved } = lock.get(path) ?? {};
    const target = link ? resolved : path;
    if (target !== undefined && lock.has(target)) return target;
    if (folder === '') return undefined;
  }
}

function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/')));
}

type Dependency = { name: string; kind: 'required' | 'optional' | 'peer' };

/** The dependencies of a package; `peer` are optional peer dependencies. */
export function listDependencies(locked: LockedPackage): Dependency[] {
  const peers = Object.keys(locked.peerDependencies ?? {});
  const isOptionalPeer = (name: string) => locked.peerDependenciesMeta?.[name]?.optional === true;
  const as = (kind: Dependency['kind'], names: string[]) => names.map((name) => ({ name, kind }));
  return [
    ...as('required', Object.keys(locked.dependencies ?? {})),
    ...as('optional', Object.keys(locked.optionalDependencies ?? {})),
    ...as('peer', peers.filter(isOptionalPeer)),
    ...as(
      'required',
      peers.filter((name) => !isOptionalPeer(name)),
    ),
  ];
}

/** These packages and all their transitive dependencies of these kinds. */
export function collectDependencies(
  lock: Lock,
  starts: string[],
  kinds: Dependency['kind'][],
): Set<string> {
  const reached = new Set<string>();
  const queue = [...starts];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    for (const { name, kind } of listDependencies(getPackage(lock, path))) {
      if (!kinds.includes(kind)) continue;
      const found = resolvePackage(lock, path, name);
      if (found !== undefined) queue.push(found);
    }
  }
  return reached;
}

export function resolveAll(lock: Lock, names: string[]): string[] {
  return names.map((name) => {
    const path = resolvePackage(lock, '', name);
    if (!path) throw new Error(`The project needs ${name}, which is not locked`);
    return path;
  });
}

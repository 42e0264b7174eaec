/** The lockfile as a graph: what is installed where, and what needs what. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Names = Record<string, string>;

export type Locked = {
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

/** By the place of each in the project; the project itself is at ''. */
export type Lock = ReadonlyMap<string, Locked>;

export function readLock(folder = '.'): Lock {
  const text = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  return new Map(Object.entries(packages));
}

export function lockedAt(lock: Lock, place: string): Locked {
  const locked = lock.get(place);
  if (!locked) throw new Error(`Nothing is locked at ${place}`);
  return locked;
}

export function nameOf(place: string): string {
  return place.split('node_modules/').at(-1) ?? place;
}

/** Where the package is that somebody means by a name: with them, or in a folder further up, as Node looks for it. */
export function locate(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folderAbove(folder)) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    const { link, resolved } = lock.get(place) ?? {};
    const target = link ? resolved : place;
    if (target !== undefined && lock.has(target)) return target;
    if (folder === '') return undefined;
  }
}

function folderAbove(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')));
}

type Need = { name: string; kind: 'required' | 'optional' | 'peer' };

/** What a package needs; `peer` is what it uses where somebody else has brought it. */
export function needsOf(locked: Locked): Need[] {
  const peers = Object.keys(locked.peerDependencies ?? {});
  const isSpared = (name: string) => locked.peerDependenciesMeta?.[name]?.optional === true;
  const as = (kind: Need['kind'], names: string[]) => names.map((name) => ({ name, kind }));
  return [
    ...as('required', Object.keys(locked.dependencies ?? {})),
    ...as('optional', Object.keys(locked.optionalDependencies ?? {})),
    ...as('peer', peers.filter(isSpared)),
    ...as(
      'required',
      peers.filter((name) => !isSpared(name)),
    ),
  ];
}

/** Everything that comes with these packages, through needs of these kinds, themselves included. */
export function reach(lock: Lock, starts: string[], kinds: Need['kind'][]): Set<string> {
  const reached = new Set<string>();
  const waiting = [...starts];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (reached.has(place)) continue;
    reached.add(place);
    for (const { name, kind } of needsOf(lockedAt(lock, place))) {
      if (!kinds.includes(kind)) continue;
      const found = locate(lock, place, name);
      if (found !== undefined) waiting.push(found);
    }
  }
  return reached;
}

export function locateAll(lock: Lock, names: string[]): string[] {
  return names.map((name) => {
    const place = locate(lock, '', name);
    if (!place) throw new Error(`The project needs ${name}, which is not locked`);
    return place;
  });
}

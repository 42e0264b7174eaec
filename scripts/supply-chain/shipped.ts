import { type Lock, locateAll, lockedAt, reach } from './lock.ts';
import { BUNDLED } from './rules.ts';

/** What people get who run the program or open its pages: not the tools it is made with. */
export type Shipped = {
  /** What the server needs. */
  server: Set<string>;
  /** What it installs besides where it can: native builds for one kind of machine, the PostgreSQL of the demo. */
  optional: Set<string>;
  /** What is in the scripts of the pages and not on the server. */
  browser: Set<string>;
};

export const NOTHING: Shipped = { server: new Set(), optional: new Set(), browser: new Set() };

export function listShipped(lock: Lock): Shipped {
  const project = lockedAt(lock, '');
  const direct = locateAll(lock, Object.keys(project.dependencies ?? {}));
  const wished = locateAll(lock, Object.keys(project.optionalDependencies ?? {}));
  const server = reach(lock, direct, ['required']);
  const optional = without(reach(lock, [...direct, ...wished], ['required', 'optional']), server);
  const bundled = reach(lock, locateAll(lock, BUNDLED), ['required']);
  return { server, optional, browser: without(without(bundled, server), optional) };
}

function without(all: Set<string>, some: Set<string>): Set<string> {
  return new Set([...all].filter((one) => !some.has(one)));
}

export function allShipped({ server, optional, browser }: Shipped): Set<string> {
  return new Set([...server, ...optional, ...browser]);
}

/** How many packages each direct dependency brings that nobody else needs. */
export function broughtAlone(lock: Lock): Map<string, number> {
  const names = Object.keys(lockedAt(lock, '').dependencies ?? {});
  const count = (some: string[]) => reach(lock, locateAll(lock, some), ['required']).size;
  const all = count(names);
  return new Map(names.map((name) => [name, all - count(names.filter((other) => other !== name))]));
}

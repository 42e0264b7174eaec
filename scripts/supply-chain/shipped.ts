import { collectDependencies, getPackage, type Lock, resolveAll } from './lock-graph.ts';
import { BUNDLED } from './rules.ts';

/** Packages that run on a server or in a browser, without the development tools. */
export type ShippedPackages = {
  /** Required on the server. */
  server: Set<string>;
  /** Installed where available: native builds for one platform, the PostgreSQL of the demo. */
  optional: Set<string>;
  /** Bundled into the client scripts and not on the server. */
  browser: Set<string>;
};

export const NO_PACKAGES: ShippedPackages = {
  server: new Set(),
  optional: new Set(),
  browser: new Set(),
};

export function listShipped(lock: Lock): ShippedPackages {
  const project = getPackage(lock, '');
  const direct = resolveAll(lock, Object.keys(project.dependencies ?? {}));
  const optionalDirect = resolveAll(lock, Object.keys(project.optionalDependencies ?? {}));
  const server = collectDependencies(lock, direct, ['required']);
  const optional = without(
    collectDependencies(lock, [...direct, ...optionalDirect], ['required', 'optional']),
    server,
  );
  const bundled = collectDependencies(lock, resolveAll(lock, BUNDLED), ['required']);
  return { server, optional, browser: without(without(bundled, server), optional) };
}

function without(all: Set<string>, some: Set<string>): Set<string> {
  return new Set([...all].filter((one) => !some.has(one)));
}

export function allShipped({ server, optional, browser }: ShippedPackages): Set<string> {
  return new Set([...server, ...optional, ...browser]);
}

/** How many packages each direct dependency adds that no other needs. */
export function countExclusiveDependencies(lock: Lock): Map<string, number> {
  const names = Object.keys(getPackage(lock, '').dependencies ?? {});
  const count = (some: string[]) =>
    collectDependencies(lock, resolveAll(lock, some), ['required']).size;
  const all = count(names);
  return new Map(names.map((name) => [name, all - count(names.filter((other) => other !== name))]));
}

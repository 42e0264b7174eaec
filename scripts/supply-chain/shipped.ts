import { collectDependencies, getPackage, type Lock, resolveAll } from './lock-graph.ts';
import { BUNDLED } from './rules.ts';

/** Packages that run on a server or in a browser, without the development tools. */
export type ShippedPackages = {
  /** Required on the server, bundled or installed. */
  server: Set<string>;
  /** Installed where available: native builds for one platform. */
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
  const direct = resolveAll(lock, directNames(lock));
  const server = collectDependencies(lock, direct, ['required']);
  const optional = without(
    collectDependencies(lock, resolveAll(lock, installedNames(lock)), ['required', 'optional']),
    server,
  );
  const bundled = collectDependencies(lock, resolveAll(lock, BUNDLED.browser), ['required']);
  return { server, optional, browser: without(without(bundled, server), optional) };
}

/** What npm installs in production, without native builds for one platform. */
export function listInstalled(lock: Lock): Set<string> {
  return collectDependencies(lock, resolveAll(lock, installedNames(lock)), ['required']);
}

function installedNames(lock: Lock): string[] {
  return Object.keys(getPackage(lock, '').dependencies ?? {});
}

/** The packages that the server imports itself. */
export function directNames(lock: Lock): string[] {
  return [...installedNames(lock), ...BUNDLED.server];
}

function without(all: Set<string>, some: Set<string>): Set<string> {
  return new Set([...all].filter((one) => !some.has(one)));
}

export function allShipped({ server, optional, browser }: ShippedPackages): Set<string> {
  return new Set([...server, ...optional, ...browser]);
}

/** How many packages each direct dependency adds that no other needs. */
export function countExclusiveDependencies(lock: Lock): Map<string, number> {
  const names = directNames(lock);
  const count = (some: string[]) =>
    collectDependencies(lock, resolveAll(lock, some), ['required']).size;
  const all = count(names);
  return new Map(names.map((name) => [name, all - count(names.filter((other) => other !== name))]));
}

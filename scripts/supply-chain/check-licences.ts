import { type Lock, nameOf, resolvePackage } from './lock-graph.ts';
import { LICENCE_EXCEPTIONS, LICENCES } from './rules.ts';
import { allShipped, type ShippedPackages } from './shipped.ts';

/** Every package whose licence is not allowed, a sentence each. */
export function findLicenceFaults(lock: Lock, shipped: ShippedPackages): string[] {
  const runs = allShipped(shipped);
  return [...lock]
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .map(([path]) => ({ path, licence: licenceOf(lock, path) }))
    .filter(({ path, licence }) => !isAllowed(nameOf(path), licence, runs.has(path)))
    .map(({ path, licence }) => `${path} is under ${licence || 'no licence it names'}`);
}

/** A platform build without a licence has that of its main package. */
export function licenceOf(lock: Lock, path: string): string {
  const own = lock.get(path)?.license;
  if (own !== undefined) return own;
  const name = nameOf(path);
  const whole = [...lock].find(
    ([at, { optionalDependencies }]) =>
      at !== '' && optionalDependencies?.[name] && resolvePackage(lock, at, name) === path,
  );
  return whole?.[1].license ?? '';
}

function isAllowed(name: string, licence: string, isShipped: boolean): boolean {
  const allowed = new Set([
    ...LICENCES,
    ...LICENCE_EXCEPTIONS.filter(
      ({ packages, shipped }) => packages.test(name) && (shipped || !isShipped),
    ).map((exception) => exception.licence),
  ]);
  return choices(licence).some((together) => together.every((one) => allowed.has(one)));
}

/** `A AND B OR C` offers A with B, or C. Deeper nesting is not supported, and so not allowed. */
function choices(licence: string): string[][] {
  const plain = licence.replace(/^\(([^()]*)\)$/, '$1');
  if (/[()]/.test(plain)) return [];
  return plain.split(' OR ').map((choice) => choice.split(' AND '));
}

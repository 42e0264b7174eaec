import { type Lock, locate, nameOf } from './lock.ts';
import { LICENCE_EXCEPTIONS, LICENCES } from './rules.ts';
import { allShipped, type Shipped } from './shipped.ts';

/** Every package whose licence is none of those we take, a sentence each. */
export function licenceFaults(lock: Lock, shipped: Shipped): string[] {
  const runs = allShipped(shipped);
  return [...lock]
    .filter(([place, { link }]) => place.includes('node_modules/') && !link)
    .map(([place]) => ({ place, licence: licenceOf(lock, place) }))
    .filter(({ place, licence }) => !isAllowed(nameOf(place), licence, runs.has(place)))
    .map(({ place, licence }) => `${place} is under ${licence || 'no licence it names'}`);
}

/** A build for one kind of machine that names no licence is under that of what it is a build of. */
export function licenceOf(lock: Lock, place: string): string {
  const own = lock.get(place)?.license;
  if (own !== undefined) return own;
  const name = nameOf(place);
  const whole = [...lock].find(
    ([at, { optionalDependencies }]) =>
      at !== '' && optionalDependencies?.[name] && locate(lock, at, name) === place,
  );
  return whole?.[1].license ?? '';
}

function isAllowed(name: string, licence: string, isShipped: boolean): boolean {
  const taken = new Set([
    ...LICENCES,
    ...LICENCE_EXCEPTIONS.filter(
      ({ packages, shipped }) => packages.test(name) && (shipped || !isShipped),
    ).map((exception) => exception.licence),
  ]);
  return choices(licence).some((together) => together.every((one) => taken.has(one)));
}

/** `A AND B OR C` is a choice between A with B, and C. What is nested deeper is left to people. */
function choices(licence: string): string[][] {
  const plain = licence.replace(/^\(([^()]*)\)$/, '$1');
  if (/[()]/.test(plain)) return [];
  return plain.split(' OR ').map((choice) => choice.split(' AND '));
}

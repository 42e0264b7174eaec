/** What we build on, as a document that is made from the lockfile. */
import { licenceOf } from './licences.ts';
import { type Lock, lockedAt, nameOf, readLock } from './lock.ts';
import { scriptedPackages, withoutDigest } from './lockfile.ts';
import { FOLDERS, LICENCE_EXCEPTIONS, LICENCES, PRODUCTION_MAX, SCRIPTS_NOT_RUN } from './rules.ts';
import { allShipped, broughtAlone, listShipped } from './shipped.ts';

export function supplyDocument(lock = readLock()): string {
  const shipped = listShipped(lock);
  const { server, optional, browser } = shipped;
  const everywhere = FOLDERS.flatMap((folder) => [...readLock(folder).keys()].map(nameOf));
  const tools = [...lock.keys()].filter(
    (place) =>
      place.includes('node_modules/') && !lock.get(place)?.link && !allShipped(shipped).has(place),
  );
  return [
    '# What we build on',
    '',
    'Written by `npm run generate` from the lockfile. `node scripts/supply-chain/main.ts` holds it to the rules below, as every `npm run check` does, and asks the',
    'registry for known weaknesses; why each direct dependency is there is in [decision 0007](decisions/0007-dependencies.md).',
    '',
    '| What | Packages |',
    '|---|---|',
    `| The server needs | ${server.size}, at most ${PRODUCTION_MAX} |`,
    `| It installs besides, where it can: native builds for one kind of machine, the PostgreSQL of the demo | ${optional.size} |`,
    `| Are in the scripts of the pages, and not on the server | ${browser.size} |`,
    `| Tools, which nobody gets who runs it; those kept apart in \`tools\` have lockfiles of their own | ${tools.length} |`,
    '',
    '## Licences',
    '',
    `Taken everywhere: ${LICENCES.join(', ')}. Besides:`,
    '',
    ...LICENCE_EXCEPTIONS.map(
      ({ licence, why, packages }) =>
        `- ${licence} for ${join(everywhere.filter((name) => packages.test(name)))}: ${why}.`,
    ),
    '',
    '| Licence | Shipped | Tools |',
    '|---|---|---|',
    ...licenceRows(lock, [...allShipped(shipped)], tools),
    '',
    '## The lockfile',
    '',
    'Every package is locked at one version and by the SHA-512 of its content, comes from the registry of whoever installs it and from no other',
    'address, and is needed by somebody. No script of a package runs on installing it. These have one, and work without:',
    '',
    ...SCRIPTS_NOT_RUN.map(
      ({ packages, why }) =>
        `- ${join(scriptedPackages(lock).filter((name) => packages.test(name)))}: ${why}.`,
    ),
    '',
    'These have no digest: builds of tools for other machines than those of CI, which the registry did not have yet when the lockfile was',
    'written. No image and no installation without the tools holds one.',
    '',
    ...digestRows(withoutDigest(lock)),
    '',
    '## What each dependency brings',
    '',
    'Packages of the server that would go with it, because nobody else needs them:',
    '',
    ...broughtRows(broughtAlone(lock), lockedAt(lock, '').dependencies ?? {}),
    '',
    '## Known weaknesses',
    '',
    'Whether a package has one changes from day to day, so nothing of it is written here. `node scripts/supply-chain/main.ts` asks the registry about all that is',
    'locked: in what is shipped any weakness fails it, in the tools one that is high or critical. Some mirrors do not answer, or find nothing',
    'wrong with anything; so it first asks about a version that is known to be weak, and says that nothing is known where that is not found.',
    '`node scripts/supply-chain/main.ts --audit` fails then too: it runs in CI on every change and every day.',
    '',
    '## Bill of materials',
    '',
    '`node scripts/supply-chain/main.ts --bill lamplight.cdx.json` writes one in the format of CycloneDX 1.6: all that is shipped, with digests, licences and what',
    'needs what. Each release carries it.',
    '',
  ].join('\n');
}

function join(names: string[]): string {
  return [...new Set(names)].sort().join(', ');
}

function licenceRows(lock: Lock, shipped: string[], tools: string[]): string[] {
  const count = (places: string[], licence: string) =>
    places.filter((place) => licenceOf(lock, place) === licence).length;
  const licences = new Set([...shipped, ...tools].map((place) => licenceOf(lock, place)));
  return [...licences]
    .filter(Boolean)
    .sort()
    .map((licence) => `| ${licence} | ${count(shipped, licence)} | ${count(tools, licence)} |`);
}

function digestRows(builds: Map<string, string>): string[] {
  return [...new Set(builds.values())].sort().map((tool) => {
    const names = [...builds].filter(([, of]) => of === tool).map(([place]) => nameOf(place));
    return `- ${tool}: ${join(names)}`;
  });
}

function broughtRows(brought: Map<string, number>, direct: Record<string, string>): string[] {
  const many = Object.keys(direct)
    .map((name) => ({ name, count: brought.get(name) ?? 0 }))
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  return many.map(({ name, count }) => `- ${name}: ${count}`);
}

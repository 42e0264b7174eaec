/** Requirements and attacks beside the tests that name them, or the reason why none can, as a document. */
import { ATTACKS, EXPLAINED, REQUIREMENTS, type SecurityRow } from './security-rows.ts';
import { listTests, type NamedTest, readTests } from './test-names.ts';

const ROWS = [...REQUIREMENTS, ...ATTACKS];
const IDS = ROWS.flatMap((row) => row.ids);

/** Fails where a row is neither tested nor explained, or a test names a row that there is not. */
export function securityDocument(tests = readTests(), explained = EXPLAINED): string {
  const named = tests.map((test) => ({ ...test, ids: idsIn(test.name) }));
  const tested = new Set(named.flatMap((test) => test.ids));
  assertComplete(tested, explained);
  const section = (row: SecurityRow) => [
    `### ${row.ids.join(', ').replaceAll(', ASVS', ',')}: ${row.rule}`,
    '',
    ...row.ids.flatMap((id) =>
      explained[id] ? [`${id} is not tested. ${explained[id]}`, ''] : [],
    ),
    ...listTests(testsOf(row, named)),
    '',
  ];
  const count = (rows: SecurityRow[]) => {
    const ids = rows.flatMap((row) => row.ids);
    return `${ids.filter((id) => tested.has(id)).length} of ${ids.length} tested, ${ids.filter((id) => explained[id]).length} explained`;
  };
  return [
    '# Security',
    '',
    'Written by `npm run generate` from the titles of the tests (a `describe` does not count): a requirement or an attack stands beside the',
    'tests that name its number. One that is neither named by a test nor explained fails the check. How to report a weakness: [SECURITY.md](../SECURITY.md).',
    '',
    `- Requirements of OWASP ASVS 5.0 (levels 1 and 2 where they apply, level 3 where it is cheap): ${count(REQUIREMENTS)}`,
    `- Attacks that happened to others of this kind: ${count(ATTACKS)}`,
    '',
    'What is limited, and how much, in the default and in the strict profile: [configuration.md](configuration.md#what-the-profiles-set).',
    '',
    '## Requirements',
    '',
    ...REQUIREMENTS.flatMap(section),
    '## Attacks',
    '',
    ...ATTACKS.flatMap(section),
  ].join('\n');
}

function testsOf(row: SecurityRow, tests: (NamedTest & { ids: string[] })[]): NamedTest[] {
  return tests.filter((test) => test.ids.some((id) => row.ids.includes(id)));
}

/** `ASVS 3.4.4, 14.3.2` names two requirements, `A07` an attack. */
function idsIn(name: string): string[] {
  const lists = [...name.matchAll(/\bASVS (\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*)/g)];
  const requirements = lists.flatMap(([, list = '']) => list.split(', '));
  const attacks = [...name.matchAll(/\bA\d\d\b/g)].map(String);
  return [...requirements.map((number) => `ASVS ${number}`), ...attacks];
}

function assertComplete(tested: Set<string>, explained: Record<string, string>): void {
  const faults = [
    ...IDS.filter((id) => !tested.has(id) && !explained[id]).map((id) => `no test names ${id}`),
    ...IDS.filter((id) => tested.has(id) && explained[id]).map(
      (id) => `${id} is tested and explained`,
    ),
    ...[...tested, ...Object.keys(explained)]
      .filter((id) => !IDS.includes(id))
      .map((id) => `there is no ${id}`),
  ];
  if (faults.length > 0) throw new Error(`docs/security.md: ${faults.join(', ')}`);
}

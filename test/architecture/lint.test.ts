import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** Below the project, so that its configuration and types apply. */
const directory = mkdtempSync(join(process.cwd(), 'test', '.planted-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const PLANTED = {
  'promise.ts':
    'async function save(): Promise<void> {}\nexport function careless() {\n  save();\n}\n',
  'query.ts':
    "import type { Trx } from '../../src/platform/db/database.ts';\nexport function careless(trx: Trx) {\n  trx.deleteFrom('session').execute();\n}\n",
};

/** The rule is young: this fails if an upgrade of the linter drops it silently. */
test('the linter finds a promise and a query that are not awaited', () => {
  for (const [name, source] of Object.entries(PLANTED))
    writeFileSync(join(directory, name), source);
  const { stdout, stderr } = spawnSync(
    'node_modules/.bin/biome',
    ['lint', '--vcs-enabled=false', directory],
    { encoding: 'utf8' },
  );
  for (const name of Object.keys(PLANTED))
    expect(stdout + stderr).toMatch(new RegExp(`${name}:3:3 lint/nursery/noFloatingPromises`));
});

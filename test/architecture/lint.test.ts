import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

/** Below the project, so that its configuration and types apply. */
const directory = mkdtempSync(join(process.cwd(), 'test', '.planted-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function lint(source: string): string {
  const file = join(directory, 'planted.ts');
  writeFileSync(file, source);
  const run = spawnSync('node_modules/.bin/biome', ['lint', '--vcs-enabled=false', file], {
    encoding: 'utf8',
  });
  return run.stdout + run.stderr;
}

/** The rule is young: this fails if an upgrade of the linter drops it silently. */
test('the linter finds a promise that is not awaited', () => {
  const found = lint(
    'async function save(): Promise<void> {}\nexport function careless() {\n  save();\n}\n',
  );
  expect(found).toContain('noFloatingPromises');
});

test('the linter finds a query that is built but not awaited', () => {
  const found = lint(
    "import type { Trx } from '../../src/platform/db/database.ts';\nexport function careless(trx: Trx) {\n  trx.deleteFrom('session').execute();\n}\n",
  );
  expect(found).toContain('noFloatingPromises');
});

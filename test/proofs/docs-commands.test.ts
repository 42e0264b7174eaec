import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, inject, test, vi } from 'vitest';
import { DOCUMENTS } from '../../scripts/run-docs/blocks.ts';

const run = promisify(execFile);
/** A demo, a development site and two installed ones are started on the way. */
vi.setConfig({ testTimeout: 600_000 });

test('every command in the documents runs, in the order in which it stands there', async () => {
  const { stdout, code = 0 } = await run('tsx', ['scripts/run-docs.ts', '--quick'], {
    env: { ...process.env, TEST_DATABASE_URL: inject('postgresUrl') },
    maxBuffer: 10_000_000,
  }).catch((error) => error);
  const table = String(stdout).split('\n\n').at(-1) ?? '';
  console.log(table);
  expect(code, stdout).toBe(0);
  for (const document of DOCUMENTS) expect(table).toMatch(new RegExp(`^[✓–] ${document} `, 'm'));
});

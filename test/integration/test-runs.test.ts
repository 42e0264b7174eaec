import { spawnSync } from 'node:child_process';
import { existsSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDatabase, dropDatabase } from '../../src/local/postgres.ts';
import { startChild } from '../support/child.ts';
import { withFileLock } from '../support/file-lock.ts';
import { emptyDirectory } from '../support/lamplight.ts';
import { findDatabaseServer } from '../support/resources.ts';
import { ensureTemplate, testDatabaseName } from '../support/template-database.ts';
import { withClient } from '../support/with-client.ts';

const NOWHERE = 'postgres://nobody@127.0.0.1:1/nothing';

/** What a contributor runs, on a machine that has only Node. */
function runTests(...files: string[]) {
  const programs = emptyDirectory();
  for (const name of ['which', 'sh']) symlinkSync(`/usr/bin/${name}`, join(programs, name));
  symlinkSync(readlinkSync('/proc/self/exe'), join(programs, 'node'));
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...files];
  return spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { PATH: programs, TEST_DATABASE_URL: NOWHERE },
  });
}

test('a test of pure functions passes without a database, and a test without its program is skipped and named', () => {
  const { status, stdout, stderr } = runTests('src/platform/clock.test.ts', 'src/platform/limits/');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/src\/platform\/limits\/limits\.test\.ts \(\d+\): redis-server/);
  expect(stdout).not.toMatch(/clock\.test\.ts \(\d+\):/);
});

test('test runs share one template database, which is migrated once; old databases are dropped', async () => {
  const server = await findDatabaseServer();
  const old = ['lamplight_template_000000000000', 'lamplight_test_20200101_crashed'];
  for (const name of old) await createDatabase(server, name);
  const recent = testDatabaseName('running');
  await createDatabase(server, recent);
  const list = () =>
    withClient(server.url, async (client) => {
      const { rows } = await client.query('SELECT oid::int, datname FROM pg_database');
      return new Map(rows.map(({ oid, datname }) => [String(datname), Number(oid)]));
    });
  const before = await list();
  const names = await Promise.all([ensureTemplate(server), ensureTemplate(server)]);
  expect(names).toEqual([server.template, server.template]);
  const after = await list();
  expect(after.get(server.template)).toBe(before.get(server.template));
  expect(old.filter((name) => after.has(name))).toEqual([]);
  expect(after.has(recent)).toBe(true);
  await dropDatabase(server, recent);
});

test('a lock between test runs is exclusive, and a crash releases it', async () => {
  const name = `test-${process.pid}`;
  const events: string[] = [];
  const work = (label: string) => async () => {
    events.push(`${label} begins`);
    await new Promise((resolve) => setTimeout(resolve, 20));
    events.push(`${label} ends`);
  };
  await Promise.all([withFileLock(name, work('one')), withFileLock(name, work('two'))]);
  expect(events.map((line) => line.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);

  const marker = join(emptyDirectory(), 'locked');
  const script = `import { writeFileSync } from 'node:fs';
    import { withFileLock } from './test/support/file-lock.ts';
    await withFileLock('${name}', () => new Promise(() => {
      writeFileSync('${marker}', '');
      setInterval(() => {}, 1000);
    }));`;
  const args = ['--input-type=module-typescript', '--eval', script];
  const child = await startChild(process.execPath, args, {
    isReady: async () => existsSync(marker),
  });
  child.signal('SIGKILL');
  await withFileLock(name, work('after the crash'));
  expect(events.at(-1)).toBe('after the crash ends');
});

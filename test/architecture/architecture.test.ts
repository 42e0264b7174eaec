import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Sources, violations } from './import-rules.ts';

/** As long as the schema has tables. */
const GENERATED = 'platform/db/schema.ts';
const ROOT = new URL('../../src/', import.meta.url);

function readSources(): Sources {
  const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
  return new Map(files.map((path) => [path, path === GENERATED ? '' : read(path)]));
}

const sources = readSources();

function planted(path: string, line: string): string[] {
  const changed = new Map(sources);
  changed.set(path, `${line}\n${sources.get(path) ?? ''}`);
  return violations(changed);
}

test('the import rule holds: cores go down, edges see all, stores are private, SQL is in stores', () => {
  expect(sources.size).toBeGreaterThan(50);
  expect(violations(sources)).toEqual([]);
});

test('a planted upward import is found', () => {
  const found = planted(
    'users/actions/find-user.ts',
    "import { logIn } from '../../accounts/actions/log-in.ts';",
  );
  expect(found.join('\n')).toContain('users/actions/find-user.ts: users is below accounts');
});

test('a planted cycle is found', () => {
  const found = planted('users/rules.ts', "import { createUser } from './actions/create-user.ts';");
  expect(found.join('\n')).toMatch(/cycle: .*users\/rules\.ts/);
});

test('a planted foreign store import is found, in a core and in an edge', () => {
  const line = "import { insertUser } from '../users/store/users.ts';";
  expect(planted('accounts/rules.ts', line).join('\n')).toContain('the store of users is private');
  const deep = "import { insertUser } from '../../users/store/users.ts';";
  expect(planted('accounts/routes/auth.ts', deep).join('\n')).toContain(
    'the store of users is private',
  );
});

test('a shared part of a store is open to higher domains only, and exports no write', () => {
  const shared = "import { findBalance } from '../energy/store/shared.ts';";
  expect(planted('levels/actions.ts', shared).join('\n')).not.toContain('energy/store');
  expect(planted('users/actions.ts', shared).join('\n')).toContain(
    'users/actions.ts: users is below energy (energy/store/shared.ts)',
  );
  const write = 'export async function updateBalance(): Promise<void> {}';
  expect(planted('energy/store/shared.ts', write).join('\n')).toContain(
    'updateBalance is neither a read nor an SQL fragment',
  );
});

test('texts may import the rules of a domain and nothing else of it', () => {
  const rules = "import { TASKS } from '../../levels/rules.ts';";
  expect(planted('locales/en/inbox.ts', rules).join('\n')).not.toContain('locales/en/inbox.ts');
  const action = "import { addExp } from '../../levels/actions.ts';";
  expect(planted('locales/en/inbox.ts', action).join('\n')).toContain(
    'the locales knows no domain',
  );
});

test('planted SQL outside a store is found', () => {
  const line = "const rows = ctx.db.selectFrom('users').selectAll().execute();";
  expect(planted('accounts/actions/log-in.ts', line).join('\n')).toContain('SQL outside a store');
});

test('D2 a planted constant that is sent as a value is found: its plan would not know of a partial index', () => {
  const line = "const owner = db.selectFrom('users').where('role', '=', 'owner');";
  expect(planted('users/store.ts', line).join('\n')).toContain('no partial index is used');
});

test('a planted import of an edge, of a domain by the platform, and of I/O by rules are found', () => {
  expect(
    planted('accounts/rules.ts', "import { authRoutes } from './routes/auth.ts';").join('\n'),
  ).toContain('nothing imports an edge');
  expect(
    planted('platform/clock.ts', "import { foldEmail } from '../users/rules.ts';").join('\n'),
  ).toContain('the platform knows no domain');
  expect(planted('accounts/rules.ts', "import pg from 'pg';").join('\n')).toContain(
    'rules do no I/O',
  );
});

test('a domain that has no place in the order is found', () => {
  expect(planted('surprises/actions.ts', '').join('\n')).toContain('surprises has no place');
});

test('a planted look at where a file lies is found: in the build it lies elsewhere', () => {
  const line = "const css = new URL('./css/', import.meta.url);";
  expect(planted('ui/icons.tsx', line).join('\n')).toContain('only paths.ts may ask');
});

test('a file past the length limit is found', () => {
  expect(planted('users/long.ts', '//\n'.repeat(300)).join('\n')).toContain(
    'users/long.ts has 301 lines',
  );
});

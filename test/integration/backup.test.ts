import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { findTool } from '../../src/cli/backup/postgres-tools.ts';
import { publishAssets } from '../../src/ui/published-assets.ts';
import { findBinary } from '../support/binaries.ts';
import { emptyDatabase } from '../support/database.ts';
import { emptyDirectory, type Outcome, operatorOf, settingsOf } from '../support/lamplight.ts';
import { pictureOf } from '../support/picture.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const world = await createWorld();
const site = settingsOf(world.ctx.config);
const database = nameOf(site.DATABASE_URL);
const lamplight = operatorOf(site);
const target = emptyDirectory();

const [{ major } = { major: 0 }] = await world.sql(
  "SELECT current_setting('server_version_num')::int / 10000 AS major",
);
const tools = await findTool('pg_dump', Number(major)).catch(() => undefined);
if (!tools) console.warn(`No pg_dump ${major} here, so backups are not tested on this server.`);
const backed = test.skipIf(!tools);

const author = await world.member({ email: 'author@example.org', exp: 1 });
const picture = await uploadPicture();
// In the storage too, and in no backup.
await publishAssets(world.ctx);

async function uploadPicture(): Promise<string> {
  return (await author.upload('/api/posts/upload-image', await pictureOf())).body.url;
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

let lastSecond = 0;

/** A backup is named by its second, so two within one second would share a name. */
async function backUp(options = ''): Promise<{ copy: string; outcome: Outcome }> {
  const second = () => Math.floor(Date.now() / 1000);
  await until(() => second() > lastSecond);
  const outcome = await lamplight(`backup --to ${target} ${options}`);
  lastSecond = second();
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return { copy: /^complete after .+?: (.+)$/m.exec(outcome.stdout)?.[1] ?? '', outcome };
}

/** An empty database and storage, as on a new machine. */
async function newMachine() {
  const DATABASE_URL = await emptyDatabase();
  const env = { ...site, DATABASE_URL, STORAGE_DIR: join(emptyDirectory(), 'uploads') };
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: DATABASE_URL });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  return { env, query, lamplight: operatorOf(env) };
}

const RIGHTS = `
  SELECT grantee, table_schema, table_name, privilege_type FROM information_schema.role_table_grants
   WHERE grantee = 'lamplight_app'
  UNION ALL
  SELECT grantee, routine_schema, routine_name, privilege_type FROM information_schema.role_routine_grants
   WHERE grantee IN ('lamplight_app', 'PUBLIC') AND routine_schema IN ('public', 'graphile_worker')
   ORDER BY 1, 2, 3, 4`;

backed(
  'a backup is complete, readable by its owner only, and can be checked with sha256sum',
  async () => {
    const { copy, outcome } = await backUp();
    expect(outcome.stdout).toContain('uploads: 1 ');
    expect(outcome.stdout).toContain('Not in it, and needed to restore: SECRET_KEY.');

    const entries = readdirSync(copy, { recursive: true, encoding: 'utf8' });
    for (const entry of ['.', ...entries]) {
      expect(statSync(join(copy, entry)).mode & 0o077, entry).toBe(0);
    }
    expect(entries).toContain(picture.replace('/uploads/', 'uploads/'));
    const checked = execFileSync(findBinary('sha256sum', 'coreutils'), ['--check', 'SHA256SUMS'], {
      cwd: copy,
    });
    expect(String(checked).trim().split('\n')).toHaveLength(3);

    const text = readFileSync(join(copy, 'manifest.json'), 'utf8');
    expect(text).not.toContain(site.SECRET_KEY);
    expect(JSON.parse(text)).toMatchObject({
      format: 1,
      site: site.BASE_URL,
      roles: ['lamplight_app'],
      rows: { users: 1, upload: 1 },
      uploads: { count: 1, missing: 0 },
      not_included: expect.arrayContaining(['SECRET_KEY']),
    });
  },
);

backed('a backup restores to a new machine, with grants, pictures and passwords', async () => {
  const { copy } = await backUp();
  const machine = await newMachine();
  const restored = await machine.lamplight(`restore ${copy}`);
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toMatch(/^All \d+ checks agree\.$/m);
  expect(restored.stdout).not.toContain('!');

  expect(await machine.query(RIGHTS)).toEqual(await world.sql(RIGHTS));
  expect(await machine.query('SELECT email FROM users')).toEqual([{ email: 'author@example.org' }]);
  const key = picture.replace('/uploads/', '');
  expect(readFileSync(join(machine.env.STORAGE_DIR, key))).toEqual(
    readFileSync(join(site.STORAGE_DIR, key)),
  );
  const revived = await createWorld(machine.env);
  const returned = revived.visitor();
  expect((await returned.logIn('author@example.org', PASSWORD)).status).toBe(200);
  expect((await returned.get(picture)).status).toBe(200);
});

backed('a restore refuses a database that is not empty, and changes nothing', async () => {
  const { copy } = await backUp();
  const machine = await newMachine();
  await machine.query('CREATE TABLE guestbook (line text)');
  const refused = await machine.lamplight(`restore ${copy}`);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('is not empty: it contains guestbook. Nothing was changed.');
  expect(existsSync(machine.env.STORAGE_DIR)).toBe(false);
});

backed('C22: a backup with one flipped byte is refused before anything is written', async () => {
  const { copy } = await backUp();
  const dump = join(copy, 'database.dump');
  const bytes = readFileSync(dump);
  bytes[1000] = (bytes[1000] ?? 0) ^ 1;
  writeFileSync(dump, bytes);
  const machine = await newMachine();
  for (const line of [`backup verify ${copy}`, `restore ${copy}`]) {
    const refused = await machine.lamplight(line);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('is damaged and must not be used');
    expect(refused.stderr).toContain('✗ database.dump has changed since it was written');
  }
  expect(existsSync(machine.env.STORAGE_DIR)).toBe(false);
  expect(await machine.query("SELECT FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
});

backed('`backup verify` needs no settings, and finds what is missing', async () => {
  const { copy } = await backUp();
  const whole = await lamplight(`backup verify ${copy}`, { env: {} });
  expect(whole).toMatchObject({ code: 0, stderr: '' });
  expect(whole.stdout).toContain('Every checksum agrees');

  rmSync(join(copy, picture.replace('/uploads/', 'uploads/')));
  const missing = await lamplight(`backup verify ${copy}`, { env: {} });
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toContain('is missing');
  const none = await lamplight(`backup verify ${target}`, { env: {} });
  expect(none).toMatchObject({ code: 1, stdout: '' });
  expect(none.stderr).toContain('is no backup');
  const unknown = await lamplight(`backup verify ${join(target, 'away')}`, { env: {} });
  expect(unknown).toMatchObject({ code: 3, stdout: '' });
  expect(unknown.stderr).toContain('There is no directory');
});

backed('a backup is recorded with the time of its snapshot and its size', async () => {
  const { copy } = await backUp();
  const manifest = JSON.parse(readFileSync(join(copy, 'manifest.json'), 'utf8'));
  const recorded = "SELECT snapshot_at, bytes::int FROM backup_record WHERE tool = 'lamplight'";
  const bytes = manifest.database.bytes + manifest.uploads.bytes;
  expect(await world.sql(recorded)).toEqual([
    { snapshot_at: new Date(manifest.snapshot_at), bytes },
  ]);
});

backed(
  'a backup of an older version is migrated, and one of a newer version is refused',
  async () => {
    const past = await createWorld();
    const operator = operatorOf(settingsOf(past.ctx.config));
    await past.sql("DELETE FROM schema_migration WHERE name = '0022-integrity-runs.sql'");
    await past.sql('DROP TABLE integrity_run');
    await past.sql("DELETE FROM schema_migration WHERE name LIKE '0039-%'");
    await past.sql('DROP TABLE process_heartbeat, backup_record');
    await past.sql('ALTER TABLE post DROP COLUMN deleted_by_author');
    const older = emptyDirectory();
    const old = await operator(`backup --to ${older}`);
    expect(old).toMatchObject({ code: 0, stderr: '' });
    expect(old.stdout).toMatch(/^! not recorded, .+ "backup_record" does not exist$/m);
    const machine = await newMachine();
    const restored = await machine.lamplight(`restore ${onlyCopyIn(older)}`);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('✓ applied 0022-integrity-runs.sql');

    await past.sql("INSERT INTO schema_migration (name, checksum) VALUES ('9999-later.sql', '')");
    const newer = emptyDirectory();
    expect(await operator(`backup --to ${newer}`)).toMatchObject({ code: 0, stderr: '' });
    const other = await newMachine();
    const refused = await other.lamplight(`restore ${onlyCopyIn(newer)}`);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('newer than this program');
    expect(refused.stderr).toContain('9999-later.sql');
  },
);

function onlyCopyIn(directory: string): string {
  return join(directory, readdirSync(directory)[0] ?? '');
}

backed(
  'grants to a role that the new server lacks are reported before anything is written',
  async () => {
    const role = `reader_${process.pid}`;
    await world.sql(`CREATE ROLE ${role} NOLOGIN`);
    let copy: string;
    try {
      await world.sql(`GRANT SELECT ON users TO ${role}`);
      ({ copy } = await backUp());
    } finally {
      await world.sql(`DROP OWNED BY ${role}`);
      await world.sql(`DROP ROLE ${role}`);
    }
    const machine = await newMachine();
    const refused = await machine.lamplight(`restore ${copy}`);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`CREATE ROLE "${role}" NOLOGIN;`);
    expect(existsSync(machine.env.STORAGE_DIR)).toBe(false);
  },
);

backed('a restore warns about another SECRET_KEY, because it ends all sessions', async () => {
  const { copy } = await backUp();
  const machine = await newMachine();
  const env = { ...machine.env, SECRET_KEY: 'another key that is long enough to be one' };
  const restored = await machine.lamplight(`restore ${copy}`, { env });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.stdout).toContain('! SECRET_KEY is not the one the site had');
});

backed(
  '--keep removes the oldest backups of this site, and the remains of a killed one',
  async () => {
    const own = emptyDirectory();
    const names = [
      `${database}-20200101T000000Z`,
      `${database}-20210101T000000Z`,
      `${database}-20220101T000000Z.partial`,
      'other-20200101T000000Z',
      'other-20220101T000000Z.partial',
      'notes',
    ];
    for (const name of names) mkdirSync(join(own, name));
    const pruned = await lamplight(`backup --to ${own} --keep 2`);
    expect(pruned).toMatchObject({ code: 0, stderr: '' });
    expect(pruned.stdout).toContain(`removed ${database}-20200101T000000Z\n`);
    const left = readdirSync(own).sort();
    expect(left).toHaveLength(5);
    expect(left).toEqual(expect.arrayContaining([names[1], names[3], names[4], 'notes']));
  },
);

backed('BACKUP_DIR replaces --to, and one of them is required', async () => {
  const own = join(emptyDirectory(), 'deeper', 'down');
  const made = await lamplight('backup', { env: { ...site, BACKUP_DIR: own } });
  expect(made).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(own)).toHaveLength(1);
  expect(statSync(own).mode & 0o077).toBe(0);
  const nowhere = await lamplight('backup');
  expect(nowhere).toMatchObject({ code: 2, stdout: '' });
  expect(nowhere.stderr).toContain('--to <dir>, or set BACKUP_DIR');
});

backed('two backups of one site do not run concurrently', async () => {
  const other = new pg.Client({ connectionString: site.DATABASE_URL });
  await other.connect();
  try {
    await other.query('SELECT pg_advisory_lock(7526513)');
    const refused = await lamplight(`backup --to ${target}`);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toBe('Another backup of this site is running.\n');
  } finally {
    await other.end();
  }
});

/** A fake pg_dump that runs the given shell lines. */
function fakeTool(...lines: string[]): string {
  const path = join(emptyDirectory(), 'pg_dump');
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(path, 0o755);
  return path;
}

backed('a picture that is swept during the dump is still in the backup', async () => {
  const swept = await uploadPicture();
  const file = join(site.STORAGE_DIR, swept.replace('/uploads/', ''));
  const tool = fakeTool(`case "$*" in *--snapshot*) rm ${file};; esac`, `exec ${tools?.path} "$@"`);
  const own = emptyDirectory();
  expect(await lamplight(`backup --to ${own} --pg-dump ${tool}`)).toMatchObject({ code: 0 });
  expect(existsSync(file)).toBe(false);
  const machine = await newMachine();
  const restored = await machine.lamplight(`restore ${onlyCopyIn(own)}`);
  expect(restored).toMatchObject({ code: 0, stderr: '' });

  // A picture that was missing before the backup does not fail it, and is reported.
  const late = await lamplight(`backup --to ${emptyDirectory()}`);
  expect(late.code).toBe(0);
  expect(late.stdout).toContain('! uploads that storage does not have: 1;');
});

test('a pg_dump that is missing, too old or not pg_dump is reported', async () => {
  // One after the other: of two concurrent ones, one may be refused because another is running.
  const missing = await lamplight(`backup --to ${target} --pg-dump /nowhere/pg_dump`);
  const ancient = fakeTool("echo 'pg_dump (PostgreSQL) 9.6.24'");
  const old = await lamplight(`backup --to ${target} --pg-dump ${ancient}`);
  expect(missing).toMatchObject({ code: 1, stderr: '/nowhere/pg_dump is no pg_dump.\n' });
  expect(old.code).toBe(1);
  expect(old.stderr).toContain(`pg_dump 9 is too old for PostgreSQL ${major}.`);
  expect(old.stderr).toContain(`postgresql-client-${major}`);
});

test('a failed dump leaves no files, and no password shows in the process list', async () => {
  const own = emptyDirectory();
  const seen = join(emptyDirectory(), 'seen');
  const tool = fakeTool(
    `if [ "$1" = --version ]; then echo 'pg_dump (PostgreSQL) 99.1'; exit; fi`,
    `echo "$@ / $PGPASSWORD" > ${seen}`,
    `echo 'pg_dump: error: the disk is full' >&2`,
    'exit 1',
  );
  const url = new URL(site.DATABASE_URL);
  // A test server without passwords accepts any.
  url.password ||= 'hunter2';
  const env = { ...site, DATABASE_MIGRATION_URL: url.href };
  const failed = await lamplight(`backup --to ${own} --pg-dump ${tool}`, { env });
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('the disk is full');
  expect(readdirSync(own)).toEqual([]);
  const [args, password] = readFileSync(seen, 'utf8').trim().split(' / ');
  expect(password).toBe(url.password);
  for (const shown of [args, failed.stderr]) expect(shown).not.toContain(`:${password}@`);
});

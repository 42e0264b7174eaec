import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../support/database.ts';
import { emptyDirectory, operatorOf } from '../support/lamplight.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

const NEW_PASSWORD = 'a lantern by the river';

const world = await createWorld();
const { DATABASE_URL, SECRET_KEY, BASE_URL } = world.ctx.config;
const SITE = { DATABASE_URL, SECRET_KEY, BASE_URL };
const directory = emptyDirectory();
const lamplight = operatorOf(SITE, directory);

async function roleOf(email: string): Promise<unknown> {
  const [row] = await world.sql('SELECT role FROM users WHERE email_key = $1', [email]);
  return row?.['role'];
}

test('wrong usage ends with status 2 and a message on standard error', async () => {
  const mistakes = {
    '': 'Usage: lamplight',
    dance: "unknown command 'dance'",
    'migrate --down': "unknown option '--down'",
    'migrate --wait long': 'It is not a number of seconds',
    'migrate --wait --status': "cannot be used with option '--status'",
    'user create': "required option '--email <email>' not specified",
    'user create --email example': 'example is not an e-mail address',
    'user create --email a@example.org --owner --admin': "cannot be used with option '--admin'",
    'user create --email a@example.org --generate --password-stdin': 'cannot be used with option',
    'user create --email a@example.org': 'There is no terminal for a prompt',
    'user set-role 1 king': 'Allowed choices are member, admin, owner',
    'user set-role 1': "missing required argument 'role'",
    'backup --to /tmp --keep none': 'It is not a number of backups',
    restore: "missing required argument 'dir'",
    'sessions revoke somebody': 'neither a uid nor an e-mail address',
  };
  const outcomes = await Promise.all(Object.keys(mistakes).map((line) => lamplight(line)));
  for (const [index, message] of Object.values(mistakes).entries()) {
    expect(outcomes[index]).toMatchObject({ code: 2, stdout: '' });
    expect(outcomes[index]?.stderr).toContain(message);
  }
});

test('every missing or wrong setting is named, and none is quoted', async () => {
  const env = { SECRET_KEY: 'too-short-a-secret', ROLE: 'king', PORT: 'harbour' };
  const [command, doctor] = await Promise.all([
    lamplight('migrate', { env }),
    lamplight('doctor', { env }),
  ]);
  expect(command).toMatchObject({ code: 2, stdout: '' });
  expect(doctor).toMatchObject({ code: 1, stderr: '' });
  for (const text of [command.stderr, doctor.stdout]) {
    expect(text).toContain('DATABASE_URL is missing');
    expect(text).toContain('BASE_URL is missing');
    expect(text).toContain('SECRET_KEY must not have fewer than 32 characters');
    expect(text).toContain('ROLE must be one of web, worker, both');
    expect(text).toContain('PORT must be integer');
    expect(text).not.toContain('too-short-a-secret');
  }
});

test('settings are read from .env in the working directory', async () => {
  const cwd = mkdtempSync(join(directory, 'env-'));
  const lines = Object.entries(SITE).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  writeFileSync(join(cwd, '.env'), lines.join('\n'));
  expect(await lamplight('migrate --status', { env: {}, cwd })).toEqual({
    code: 0,
    stdout: 'up to date\n',
    stderr: '',
  });
});

test('migrate updates an empty database, and lists pending migrations', async () => {
  const env = { ...SITE, DATABASE_URL: await emptyDatabase() };
  const before = await lamplight('migrate --status', { env });
  expect(before).toMatchObject({ code: 1, stderr: '' });
  expect(before.stdout).toMatch(/^pending 0001-users\.sql\npending 0002-sessions\.sql\n/);

  const unknown = await lamplight('migrate --status', {
    env: { ...SITE, DATABASE_URL: 'postgres://127.0.0.1:1/nothing' },
  });
  expect(unknown).toMatchObject({ code: 3, stdout: '' });

  const tooEarly = await lamplight('user create --email a@example.org --generate', { env });
  expect(tooEarly).toMatchObject({ code: 1, stdout: '' });
  expect(tooEarly.stderr).toContain('run `lamplight migrate`');

  const applied = await lamplight('migrate', { env });
  expect(applied).toEqual({
    code: 0,
    stdout: before.stdout.replaceAll('pending', 'applied'),
    stderr: '',
  });
  const again = await lamplight('migrate', { env });
  expect(again).toEqual({ code: 0, stdout: 'up to date\n', stderr: '' });
});

test('migrate --wait gives up after its time, with what it waited for', async () => {
  const env = { ...SITE, DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/nothing' };
  const outcome = await lamplight('migrate --wait 1', { env });
  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  expect(outcome.stderr).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:1 does not respond .*waiting.*\nThe database does not respond: .*\n$/,
  );
});

test('migrations use DATABASE_MIGRATION_URL if it is set', async () => {
  const env = { ...SITE, DATABASE_MIGRATION_URL: 'postgres://ada:hunter2@127.0.0.1:1/nothing' };
  const outcome = await lamplight('migrate', { env });
  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  expect(outcome.stderr).toContain('The database does not respond');
  expect(outcome.stderr).not.toContain('hunter2');
});

test('D17 of two concurrent attempts to create the owner one succeeds, and later ones fail', async () => {
  const create = (email: string) =>
    lamplight(`user create --email ${email} --owner --password-stdin`, { input: `${PASSWORD}\n` });
  const both = await Promise.all([create('first@example.org'), create('second@example.org')]);
  expect(both.map((one) => one.code).sort()).toEqual([0, 1]);
  expect(both.map((one) => one.stdout).join('')).toMatch(
    /^created owner \d+ \(\w+@example.org\)\n$/,
  );

  const later = await create('later@example.org');
  for (const refused of [later, ...both.filter((one) => one.code === 1)]) {
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('This site has an owner.');
    expect(refused.stderr).toContain('lamplight user set-role <uid|email> owner');
  }
  expect(await world.sql("SELECT uid FROM users WHERE role = 'owner'")).toHaveLength(1);
  expect(await roleOf('later@example.org')).toBeUndefined();
});

test('a created user can log in, with a piped or a generated password', async () => {
  // The command needs neither Redis nor the storage, and creates no storage directory.
  const cwd = mkdtempSync(join(directory, 'bare-'));
  const env = { ...SITE, REDIS_URL: 'redis://127.0.0.1:1/0' };
  const [piped, generated] = await Promise.all([
    lamplight('user create --email piped@example.org --password-stdin', {
      input: `${NEW_PASSWORD}\n`,
    }),
    lamplight('user create --email made@example.org --admin --generate', { env, cwd }),
  ]);
  expect(piped).toMatchObject({ code: 0, stderr: '' });
  expect(piped.stdout).toMatch(/^created member \d+ \(piped@example.org\)\n$/);
  expect(generated.stdout).toMatch(/^created admin \d+ \(made@example.org\)\npassword: \S{20}\n$/);

  expect(readdirSync(cwd)).toEqual([]);

  const password = generated.stdout.trim().split('password: ')[1] ?? '';
  expect((await world.visitor().logIn('piped@example.org', NEW_PASSWORD)).status).toBe(200);
  expect((await world.visitor().logIn('made@example.org', password)).status).toBe(200);
  expect(await roleOf('made@example.org')).toBe('admin');
});

test('user create refuses what registration refuses', async () => {
  await world.member({ email: 'taken@example.org' });
  const create = (email: string, input: string) =>
    lamplight(`user create --email ${email} --password-stdin`, { input });
  const [short, common, taken] = await Promise.all([
    create('weak@example.org', 'short'),
    create('weak@example.org', 'password1'),
    create('Taken@Example.org', NEW_PASSWORD),
  ]);
  expect(short.stderr).toBe('The password must have 8 to 128 characters.\n');
  expect(common.stderr).toBe('This password is too common. Choose another one.\n');
  expect(taken.stderr).toBe('This e-mail address is taken.\n');
  for (const outcome of [short, common, taken]) {
    expect(outcome).toMatchObject({ code: 1, stdout: '' });
  }
});

test('D17 the owner can hand the role over and becomes an admin, and cannot give it up otherwise', async () => {
  const [owner] = await world.sql("SELECT uid, email FROM users WHERE role = 'owner'");
  const heir = await world.member({ email: 'heir@example.org' });

  const steppedDown = await lamplight(`user set-role ${owner?.['uid']} member`);
  expect(steppedDown).toMatchObject({ code: 1, stdout: '' });
  expect(steppedDown.stderr).toContain('is the owner');

  expect(await lamplight('user set-role Heir@example.org owner')).toEqual({
    code: 0,
    stdout:
      `user ${heir.uid} (heir@example.org) is now owner\n` +
      `user ${owner?.['uid']} (${owner?.['email']}) is now admin\n`,
    stderr: '',
  });
  expect(await roleOf('heir@example.org')).toBe('owner');
  expect(await roleOf(String(owner?.['email']))).toBe('admin');
});

test('a role goes only to an existing account', async () => {
  const banned = await world.member({ status: 'banned' });
  const gone = await world.member();
  await world.sql('UPDATE users SET deleted_at = now() WHERE uid = $1', [gone.uid]);
  const member = await world.member();
  const [toBanned, toGone, toMember] = await Promise.all([
    lamplight(`user set-role ${banned.uid} owner`),
    lamplight(`user set-role ${gone.uid} admin`),
    lamplight(`user set-role ${member.uid} admin`),
  ]);
  expect(toBanned).toMatchObject({ code: 1, stderr: `User ${banned.uid} is banned.\n` });
  expect(toGone).toMatchObject({ code: 1, stderr: `User ${gone.uid} is deleted.\n` });
  expect(toMember).toMatchObject({ code: 0, stderr: '' });
  expect(await roleOf(member.email)).toBe('admin');
});

test('a password reset ends every session, invalidates the old password and notifies the member', async () => {
  const phone = await world.member({ email: 'forgetful@example.org' });
  const laptop = world.visitor();
  await laptop.logIn(phone.email, PASSWORD);

  const reset = await lamplight(`user reset-password ${phone.email} --password-stdin`, {
    input: NEW_PASSWORD,
  });
  expect(reset).toMatchObject({ code: 0, stderr: '' });
  expect(reset.stdout).not.toContain(NEW_PASSWORD);
  expect((await phone.get('/api/settings/sessions')).status).toBe(401);
  expect((await laptop.get('/api/settings/sessions')).status).toBe(401);
  expect((await world.visitor().logIn(phone.email, PASSWORD)).status).toBe(401);
  expect((await world.visitor().logIn(phone.email, NEW_PASSWORD)).status).toBe(200);
  expect(await world.sql('SELECT kind FROM notification WHERE uid = $1', [phone.uid])).toEqual([
    { kind: 'password_changed' },
  ]);

  const [generated, unknown] = await Promise.all([
    lamplight(`user reset-password ${phone.uid} --generate`),
    lamplight('user reset-password missing@example.org --generate'),
  ]);
  const password = generated.stdout.trim().split('password: ')[1] ?? '';
  expect((await world.visitor().logIn(phone.email, password)).status).toBe(200);
  expect(unknown).toEqual({
    code: 1,
    stdout: '',
    stderr: 'There is no user missing@example.org.\n',
  });
});

test('revoking sessions ends them all and prints how many', async () => {
  const member = await world.member({ transport: 'bearer' });
  const other = world.visitor();
  await other.logIn(member.email, PASSWORD);

  const revoked = await lamplight(`sessions revoke ${member.uid}`);
  expect(revoked).toEqual({
    code: 0,
    stdout: `sessions ended for user ${member.uid} (${member.email}): 2\n`,
    stderr: '',
  });
  expect((await member.get('/api/settings/sessions')).status).toBe(401);
  expect((await other.get('/api/settings/sessions')).status).toBe(401);
});

test('openapi prints the document without settings or a database, and writes it to a file', async () => {
  const file = join(directory, 'openapi.json');
  const [printed, written] = await Promise.all([
    lamplight('openapi', { env: {} }),
    lamplight(`openapi --out ${file}`, { env: {} }),
  ]);
  expect(printed).toMatchObject({ code: 0, stderr: '' });
  const document = JSON.parse(printed.stdout);
  expect(document.openapi).toBe('3.1.0');
  expect(document.paths['/api/auth/login'].post.operationId).toBe('logIn');
  expect(document).toEqual((await world.visitor().get('/openapi.json')).body);

  expect(written).toEqual({ code: 0, stdout: `wrote ${file}\n`, stderr: '' });
  expect(readFileSync(file, 'utf8')).toBe(printed.stdout);
});

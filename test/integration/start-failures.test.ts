import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../../src/local/free-port.ts';
import { hasBinary } from '../support/binaries.ts';
import { SERVER } from '../support/built-programs.ts';
import { atEnd } from '../support/cleanup.ts';
import { emptyDirectory, operatorOf, settingsOf } from '../support/lamplight.ts';
import { ensureServerBuilt } from '../support/resources.ts';
import { createWorld } from '../support/world.ts';

await ensureServerBuilt();
const world = await createWorld();
const SITE = { ...settingsOf(world.ctx.config), METRICS_PORT: '-1', DRAIN_SECONDS: '0' };
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LIMIT_MS = 20_000;

type Outcome = { code: number; output: string };
type Options = { env: Record<string, string>; cwd?: string; command?: [string, ...string[]] };

/** Runs until it ends, or until it is up and then stops it. */
function start({ env, cwd = emptyDirectory(), command }: Options): Promise<Outcome> {
  const [program, ...args] = command ?? [process.execPath, SERVER];
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  let output = '';
  const options = { cwd, env: { PATH: process.env['PATH'], ...env }, timeout: LIMIT_MS };
  const child = execFile(program, args, options);
  const read = (chunk: Buffer | string) => {
    output += chunk;
    // A second signal would end it at once, with status 1.
    if (!child.killed && output.includes('lamplight is up')) child.kill('SIGTERM');
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  child.once('close', (code) => resolve({ code: code ?? -1, output: output.trim() }));
  return promise;
}

/** The message of the only line. */
async function failStart(env: Record<string, string>, cwd?: string) {
  const { code, output } = await start({ env, ...(cwd ? { cwd } : {}) });
  const line = JSON.parse(output) as { level: number; msg: string; err?: unknown };
  expect(line).toMatchObject({ level: 60, version: expect.any(String), pid: expect.any(Number) });
  expect(line.err).toBeUndefined();
  return { code, msg: line.msg };
}

const at = (url: string, change: (url: URL) => void) => {
  const moved = new URL(url);
  change(moved);
  return moved.href;
};

test('invalid settings end the process with status 2 and one line that names them', async () => {
  const misspelled = emptyDirectory();
  writeFileSync(join(misspelled, '.env'), 'STORAGE_DRI=/data\n');
  const [missing, bucket, key, file, name] = await Promise.all([
    failStart({ ...SITE, SECRET_KEY: 'short', PORT: 'harbour' }),
    failStart({ ...SITE, STORAGE: 's3' }),
    failStart({ ...SITE, STORAGE: 's3', S3_BUCKET: 'b', S3_ACCESS_KEY: 'k' }),
    failStart({ ...SITE, SECRET_KEY_FILE: '/nothing/here' }),
    failStart(SITE, misspelled),
  ]);
  expect(missing.msg).toMatch(/SECRET_KEY must not .*PORT must be integer/);
  expect(bucket.msg).toContain('S3_BUCKET is missing: STORAGE=s3 needs it');
  expect(key.msg).toContain('S3_SECRET_KEY is missing');
  expect(file.msg).toBe('SECRET_KEY_FILE names a file that cannot be read (ENOENT).');
  expect(name.msg).toBe('STORAGE_DRI in .env is not a setting: perhaps STORAGE_DIR is meant.');
  for (const { code } of [missing, bucket, key, file, name]) expect(code).toBe(2);
});

test('what waiting cannot heal ends the process with status 1 and the remedy', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  atEnd(() => other.close());
  const { DATABASE_URL } = SITE;
  const [user, database, role, taken] = await Promise.all([
    failStart({
      ...SITE,
      DATABASE_URL: at(DATABASE_URL, (url) => {
        url.username = 'nobody_here';
      }),
    }),
    failStart({
      ...SITE,
      DATABASE_URL: at(DATABASE_URL, (url) => {
        url.pathname = '/not_there';
      }),
    }),
    failStart({ ...SITE, DATABASE_ROLE: 'not_there' }),
    failStart({ ...SITE, PORT: String(port) }),
  ]);
  expect(user.msg).toMatch(/refuses the connection: .*nobody_here.*Correct DATABASE_URL/);
  expect(database.msg).toMatch(/"not_there".*Correct DATABASE_URL/);
  expect(role.msg).toMatch(/"not_there".*Correct DATABASE_ROLE/);
  expect(taken.msg).toBe(`PORT ${port} is in use: stop the other program, or change PORT.`);
  for (const { code } of [user, database, role, taken]) expect(code).toBe(1);
});

test('a login that is no member of the role is named with the GRANT, at start and by doctor', async () => {
  const outsider = `outsider_${process.pid}`;
  const database = new URL(SITE.DATABASE_URL).pathname.slice(1);
  await world.sql(`CREATE ROLE ${outsider} LOGIN PASSWORD 'x'`);
  await world.sql(`GRANT CONNECT ON DATABASE "${database}" TO ${outsider}`);
  const env = {
    ...SITE,
    DATABASE_URL: at(SITE.DATABASE_URL, (url) => {
      url.username = outsider;
      url.password = 'x';
    }),
  };
  try {
    const { code, msg } = await failStart(env);
    expect({ code, msg }).toMatchObject({
      code: 1,
      msg: expect.stringContaining(`GRANT lamplight_app TO "${outsider}";`),
    });
    const doctor = await operatorOf(env)('doctor --offline');
    expect(doctor.stdout).toMatch(/✗ role membership: .*lamplight_app.*\n.*GRANT lamplight_app TO/);
    expect(doctor.stdout).not.toContain('migrations:');
  } finally {
    await world.sql(`REVOKE ALL ON DATABASE "${database}" FROM ${outsider}`);
    await world.sql(`DROP ROLE ${outsider}`);
  }
});

test('a newer database is used while its migrations allow this version, and refused afterwards', async () => {
  const newer = await createWorld();
  const { DATABASE_URL } = newer.ctx.config;
  const env = { ...SITE, DATABASE_URL, PORT: '0' };
  const lamplight = operatorOf(env);
  const add = (migration: string, oldest: string | null) =>
    newer.sql('INSERT INTO schema_migration (name, checksum, oldest_program) VALUES ($1, $2, $3)', [
      migration,
      'x',
      oldest,
    ]);
  await add('9001-more.sql', null);
  await add('9002-less.sql', '0.0.1');
  const works = await start({ env });
  expect(works).toMatchObject({ code: 0, output: expect.stringContaining('9002-less.sql') });
  const doubtful = await lamplight('doctor --offline');
  expect(doubtful.stdout).toMatch(/! migrations: .*9001-more\.sql, 9002-less\.sql/);

  await add('9003-removal.sql', '99.1.0');
  const refused = await failStart(env);
  expect(refused.code).toBe(1);
  expect(refused.msg).toMatch(/too new .*9003-removal\.sql needs 99\.1\.0 or newer/);
  const wrong = await lamplight('doctor --offline');
  expect(wrong).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/✗ migrations: .*too new/),
  });
});

test('settings come from .env, the environment wins, and unknown names cause a warning', async () => {
  const cwd = emptyDirectory();
  const { SECRET_KEY, BASE_URL, ...environment } = SITE;
  const lines = { SECRET_KEY, BASE_URL, PORT: '0', LOG_LEVEL: 'fatal', PGAPPNAME: 'x', NOTE: 'x' };
  writeFileSync(
    join(cwd, '.env'),
    Object.entries(lines)
      .map(([k, v]) => `${k}="${v}"`)
      .join('\n'),
  );
  const kubernetes = { REDIS_PORT: 'tcp://10.0.0.1:6379', REDIS_SERVICE_HOST: '10.0.0.1' };
  const env = {
    ...environment,
    ...kubernetes,
    LOG_LEVEL: 'info',
    DATABSE_POOL: '3',
    S3_BUKET: 'x',
  };
  const { code, output } = await start({ env, cwd });
  const printed = output.split('\n').map((line) => JSON.parse(line));
  expect(code, output).toBe(0);
  expect(printed.filter(({ level, url }) => level === 40 && !url).map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([
      'DATABSE_POOL is not a setting: perhaps DATABASE_POOL is meant',
      'S3_BUKET is not a setting: perhaps S3_BUCKET is meant',
      'NOTE in .env is not a setting and has no effect',
    ]),
  );
  expect(output).not.toMatch(/REDIS_|PGAPPNAME/);
  for (const line of printed)
    expect(line).toMatchObject({
      ...{ role: 'both', version: expect.stringMatching(/^\d/) },
      ...{ hostname: expect.any(String), pid: expect.any(Number) },
    });
  const doctor = await operatorOf(env, cwd)('doctor --offline');
  expect(doctor.stdout).toContain('! setting names: ');
});

/** The program as `npm install --omit=dev` leaves it: without pino-pretty. */
function installForProduction(manifest: (text: string) => string = (text) => text): string {
  const target = emptyDirectory();
  cpSync(join(ROOT, 'dist'), join(target, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'migrations'), join(target, 'migrations'), { recursive: true });
  writeFileSync(
    join(target, 'package.json'),
    manifest(readFileSync(join(ROOT, 'package.json'), 'utf8')),
  );
  mkdirSync(join(target, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== 'pino-pretty')
      symlinkSync(join(ROOT, 'node_modules', name), join(target, 'node_modules', name));
  return target;
}

test('a Node that is too old is named before anything else is imported', async () => {
  const target = installForProduction((text) => text.replace('"node": ">=24"', '"node": ">=99"'));
  for (const program of ['server.js', 'cli/lamplight.js']) {
    const path = join(target, 'dist', program);
    const { code, output } = await start({ env: {}, command: [process.execPath, path] });
    expect(code).toBe(2);
    expect(output).toContain('is too old: install version 99 or newer.');
  }
});

test.skipIf(!hasBinary('script'))(
  'on a terminal, a production install logs JSON, and a failed start prints text',
  async () => {
    const target = installForProduction();
    const program = join(target, 'dist/server.js');
    const command = (path: string): [string, ...string[]] => [
      ...(['script', '-qec'] as const),
      `'${process.execPath}' '${path}'`,
      '/dev/null',
    ];
    const env = { ...SITE, PORT: '0', TERM: 'xterm' };
    const [plain, pretty, failed] = await Promise.all([
      start({ env, command: command(program) }),
      start({ env, command: command(SERVER) }),
      start({ env: { ...env, STORAGE: 's3' }, command: command(program) }),
    ]);
    expect(plain.output).toMatch(/"role":"both".*"msg":"lamplight is up"/);
    expect(pretty.output).toMatch(/\[\d\d:\d\d:\d\d\].*lamplight is up/);
    expect(pretty.output).not.toContain('hostname');
    expect(failed.output).toMatch(/^S3_BUCKET is missing/);
    expect(failed.code).toBe(2);
  },
);

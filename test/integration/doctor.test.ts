import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkCertificate, checkPlainHttp } from '../../src/cli/doctor/proxy-checks.ts';
import { nameBackup } from '../../src/platform/backup-directory.ts';
import { createProbe, PROBE_HEADER } from '../../src/platform/http/proxy-probe.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import { findBinary, hasBinary } from '../support/binaries.ts';
import { atEnd } from '../support/cleanup.ts';
import { emptyDirectory, operatorOf, settingsOf } from '../support/lamplight.ts';
import { PROXY_ADDRESS, startProxy } from '../support/proxy.ts';
import { createWorld, type World } from '../support/world.ts';

const TRUSTED_PROXIES = PROXY_ADDRESS;
const world = await createWorld({ TRUSTED_PROXIES });
const site = { ...settingsOf(world.ctx.config), TRUSTED_PROXIES };
const lamplight = operatorOf(site);
const port = await listen(world);
await world.member({ role: 'owner' });

async function listen({ app }: World): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return (app.server.address() as AddressInfo).port;
}

type Finding = { name: string; state: string; found: string; hint?: string };

/** The doctor's report through this URL, by the names of the checks. */
async function examine(BASE_URL: string, env: Record<string, string> = {}) {
  const { code, stdout } = await lamplight('doctor --json', { env: { ...site, BASE_URL, ...env } });
  const { healthy, checks } = JSON.parse(stdout) as { healthy: boolean; checks: Finding[] };
  expect(healthy).toBe(code === 0);
  return { code, checks: Object.fromEntries(checks.map((one) => [one.name, one])) };
}

test('a healthy site passes every check, one line each, and no secret is printed', async () => {
  const { code, stdout, stderr } = await lamplight('config doctor', {
    env: { ...site, BASE_URL: await startProxy(port) },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const names = [...stdout.matchAll(/^[✓!] ([a-z ]+): \S/gm)].map((match) => match[1]);
  expect(names).toEqual([
    'configuration',
    'database',
    'database version',
    'database encoding',
    'durability',
    'clock',
    'connections',
    'database size',
    'database settings',
    'time zones',
    'role membership',
    'migrations',
    'database role',
    'processes',
    'jobs',
    'changed posts',
    'scheduled posts',
    'older posts',
    'owner',
    'mail delivery',
    'setting names',
    'redis',
    'storage',
    'base url',
    'trusted proxies',
    'node',
    'disk space',
    'backups',
    'mail',
    'site',
    'visitor address',
    'forged address',
    'security headers',
  ]);
  expect(stdout).toContain('✓ visitor address: this machine is seen as 127.0.0.1\n');
  expect(stdout).toContain('✓ mail: not used; for forgotten passwords');
  expect(stdout).not.toContain(site.SECRET_KEY);
  expect(stdout).not.toContain(site.DATABASE_URL);
});

test('every problem of a site is reported with a hint', async () => {
  const sick = await createWorld();
  const database = new URL(sick.ctx.config.DATABASE_URL).pathname.slice(1);
  await sick.sql(`ALTER DATABASE "${database}" SET synchronous_commit = off`);
  await sick.sql(`ALTER DATABASE "${database}" SET default_transaction_read_only = on`);
  await sick.sql("DELETE FROM schema_migration WHERE name = '0001-users.sql'");
  await sick.sql('GRANT CREATE ON SCHEMA public TO lamplight_app');
  const { code, stdout } = await lamplight('doctor --offline', {
    env: {
      ...site,
      DATABASE_URL: sick.ctx.config.DATABASE_URL,
      BASE_URL: 'http://lamplight.example',
      DATABASE_REPLICA_URLS: `${sick.ctx.config.DATABASE_URL},postgres://x:opensesame@127.0.0.1:1/x`,
      REDIS_URL: 'redis://:hunter2@127.0.0.1:1/0',
      STORAGE_DIR: join(import.meta.filename, 'uploads'),
      TRUSTED_PROXIES: '0.0.0.0/0',
      DATABASE_POOL: '200',
    },
  });
  expect(code).toBe(1);
  const wrong = [...stdout.matchAll(/^✗ ([a-z ]+): .+\n {2}\S.+$/gm)].map((match) => match[1]);
  expect(wrong).toEqual(
    expect.arrayContaining([
      'durability',
      'migrations',
      'database role',
      'database settings',
      'owner',
      'redis',
      'storage',
      'base url',
      'trusted proxies',
    ]),
  );
  const { host } = new URL(sick.ctx.config.DATABASE_URL);
  expect(stdout).toContain(`! replica ${host}: it is the primary itself, at present`);
  expect(stdout).toMatch(/✗ replica 127\.0\.0\.1:1: .+\n {2}It is not read from meanwhile/);
  expect(stdout).toContain('pending: 0001-users.sql');
  expect(stdout).toContain('lamplight_app may create tables in public');
  expect(stdout).toContain('default_transaction_read_only = on: nothing can be written');
  expect(stdout).not.toContain('site:');
  expect(stdout).not.toContain('hunter2');
  expect(stdout).not.toContain('opensesame');
  expect(stdout).not.toContain(site.SECRET_KEY);
});

test('a site behind TLS gets the hint to name its proxy, and checks that need no database still run', async () => {
  const { code, stdout } = await lamplight('doctor --offline', {
    env: {
      ...site,
      DATABASE_URL: 'postgres://ada:hunter2@127.0.0.1:1/nothing',
      BASE_URL: 'https://lamplight.example',
      TRUSTED_PROXIES: '',
    },
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ database: .*ECONNREFUSED/m);
  expect(stdout).toContain('✗ trusted proxies: none, so all visitors seem to share');
  expect(stdout).toContain('✓ storage:');
  expect(stdout).not.toContain('owner:');
  expect(stdout).not.toContain('hunter2');
});

test('a warning is no failure: a site that is down, unknown backups', async () => {
  const away = await examine('http://127.0.0.1:1');
  expect(away.code).toBe(0);
  expect(away.checks['site']).toMatchObject({
    state: 'doubtful',
    found: 'nothing responds at http://127.0.0.1:1',
    hint: expect.stringContaining('--offline'),
  });
  expect(away.checks['visitor address']).toBeUndefined();
  expect(away.checks['backups']).toMatchObject({ state: 'doubtful' });
});

test('the newest backup is searched in BACKUP_DIR, and a missing storage is not created', async () => {
  const [fresh, old] = [emptyDirectory(), emptyDirectory()];
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  mkdirSync(join(fresh, nameBackup('lamplight', hoursAgo(3))));
  mkdirSync(join(old, nameBackup('lamplight', hoursAgo(50))));
  const STORAGE_DIR = join(emptyDirectory(), 'uploads');
  const [good, late, none] = await Promise.all([
    examine('http://127.0.0.1:1', { BACKUP_DIR: fresh, STORAGE_DIR }),
    examine('http://127.0.0.1:1', { BACKUP_DIR: old }),
    examine('http://127.0.0.1:1', { BACKUP_DIR: emptyDirectory() }),
  ]);
  expect(good.checks['backups']).toMatchObject({ state: 'good' });
  expect(late.checks['backups']).toMatchObject({ state: 'doubtful' });
  expect(late.checks['backups']?.found).toContain('is 50 hours old');
  expect(none.checks['backups']?.found).toContain('there is none in');
  expect(good.checks['storage']?.found).toContain('will be created when the site starts');
  expect(existsSync(STORAGE_DIR)).toBe(false);
});

test('P13: the X-Forwarded-For of the proxy is trusted, that of a client is not', async () => {
  const [replaces, appends, passesOn] = await Promise.all([
    startProxy(port).then(examine),
    startProxy(port, {
      forwardedFor: (visitor, received) => [received, visitor].filter(Boolean).join(', '),
    }).then(examine),
    startProxy(port, { forwardedFor: (visitor, received) => received ?? visitor }).then(examine),
  ]);
  for (const { code, checks } of [replaces, appends]) {
    expect(code).toBe(0);
    expect(checks['visitor address']?.found).toBe('this machine is seen as 127.0.0.1');
    expect(checks['forged address']?.state).toBe('good');
  }
  expect(passesOn.code).toBe(1);
  expect(passesOn.checks['forged address']).toMatchObject({
    state: 'wrong',
    found: 'any client can choose the address that limits count',
  });
});

test('P13: an unnamed proxy makes all visitors one address; a check from a trusted machine is inconclusive', async () => {
  const suspicious = await createWorld();
  const behind = await startProxy(await listen(suspicious));
  const trusting = await createWorld({ TRUSTED_PROXIES: '127.0.0.0/8' });
  const direct = `http://127.0.0.1:${await listen(trusting)}`;
  const [unnamed, near] = await Promise.all([
    examine(behind, { DATABASE_URL: suspicious.ctx.config.DATABASE_URL, TRUSTED_PROXIES: '' }),
    examine(direct, { TRUSTED_PROXIES: '127.0.0.0/8' }),
  ]);
  expect(unnamed.checks['visitor address']).toMatchObject({ state: 'wrong' });
  expect(unnamed.checks['visitor address']?.found).toContain(
    `so all visitors seem to be ${PROXY_ADDRESS}`,
  );
  expect(near.checks['forged address']).toMatchObject({ state: 'doubtful' });
});

test('headers that a proxy drops or changes are reported, and so is another site at the URL', async () => {
  const careless = await startProxy(port, {
    headers: ({ 'content-security-policy': _, ...sent }) => ({
      ...sent,
      'x-frame-options': 'SAMEORIGIN',
    }),
  });
  const good = await startProxy(port);
  const [lost, foreign] = await Promise.all([
    examine(careless),
    examine(good, { SECRET_KEY: 'another key that is long enough to be one' }),
  ]);
  expect(lost.checks['security headers']).toMatchObject({
    state: 'wrong',
    found: 'changed by the proxy: content-security-policy is missing, x-frame-options differs',
  });
  expect(foreign.checks['site']).toMatchObject({ state: 'wrong' });
  expect(foreign.checks['site']?.found).toContain('not signed with this SECRET_KEY');
  expect(foreign.checks['visitor address']).toBeUndefined();
});

test.skipIf(!hasBinary('openssl'))(
  'TLS: the days left of a certificate, one without a trusted issuer, a proxy without X-Forwarded-For',
  async () => {
    const directory = emptyDirectory();
    const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    execFileSync(
      findBinary('openssl', 'openssl'),
      `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 40 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1 -keyout ${key} -out ${cert}`.split(
        ' ',
      ),
      { stdio: 'ignore' },
    );
    const tls = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
    const [speaking, silent] = await Promise.all([
      startProxy(port, { tls }),
      startProxy(port, { tls, forwardedFor: () => undefined }),
    ]);
    const known = { NODE_EXTRA_CA_CERTS: cert };
    const [good, mute, unknown] = await Promise.all([
      examine(speaking, known),
      examine(silent, known),
      examine(speaking),
    ]);
    expect(good.checks['certificate']).toMatchObject({ state: 'good', found: 'valid for 39 days' });
    expect(good.checks['plain http']?.found).toContain('not checked');
    expect(mute.checks['visitor address']).toMatchObject({ state: 'wrong' });
    expect(mute.checks['visitor address']?.found).toContain('sends no X-Forwarded-For');
    expect(unknown.checks['site']).toMatchObject({ state: 'wrong' });
    expect(unknown.checks['site']?.found).toMatch(/self.signed/);
  },
);

test('a certificate must be renewed two weeks before it expires', () => {
  const now = new Date('2026-11-15T00:00:00Z');
  expect(checkCertificate(new Date('2026-11-29T00:00:00Z'), now)).toBe('valid for 14 days');
  expect(() => checkCertificate(new Date('2026-11-28T23:00:00Z'), now)).toThrow('in 13 days');
});

test('plain HTTP must redirect to HTTPS, or be closed', async () => {
  const responses: Record<string, [number, string]> = {
    '/good': [308, 'https://lamplight.example/'],
    '/elsewhere': [302, 'http://lamplight.example/'],
    '/served': [200, ''],
  };
  const server = createServer((request, response) => {
    const [status, location] = responses[request.url ?? ''] ?? [404, ''];
    response.writeHead(status, location ? { location } : {}).end();
  }).listen(0, '127.0.0.1');
  atEnd(() => server.close());
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await checkPlainHttp(new URL('/good', base))).toBe('redirects to https');
  await expect(checkPlainHttp(new URL('/elsewhere', base))).rejects.toThrow('302');
  await expect(checkPlainHttp(new URL('/served', base))).rejects.toThrow('200');
  expect(await checkPlainHttp(new URL('http://127.0.0.1:1/'))).toBe('nothing listens there');
});

test('/healthz returns what it saw only to a caller with SECRET_KEY, and only for a minute', async () => {
  const probeHealth = async (probe: string) =>
    (await world.visitor().raw({ url: '/healthz', headers: { [PROBE_HEADER]: probe } })).body;
  const own = createSecrets(site.SECRET_KEY);
  const timeAfter = (seconds: number) => new Date(Date.now() + seconds * 1000);
  const genuine = createProbe(own, timeAfter(0));
  expect(await probeHealth(genuine)).toMatchObject({
    status: 'ok',
    seen: { address: '203.0.113.7', peer: '203.0.113.7', forwarded_for: null },
  });

  const foreign = createProbe(
    createSecrets('a key that is not the one of this site'),
    timeAfter(0),
  );
  const [stamp = '', nonce = '', signature = ''] = genuine.split('.');
  for (const forged of [
    foreign,
    createProbe(own, timeAfter(-62)),
    createProbe(own, timeAfter(62)),
    `${Number(stamp) + 1}.${nonce}.${signature}`,
    `${stamp}.${nonce.toLowerCase()}x.${signature}`,
    `${stamp}.${nonce}.${signature}.`,
    `${stamp}.${nonce}.`,
    'x'.repeat(8000),
    '',
  ]) {
    expect(await probeHealth(forged), forged).toEqual({ status: 'ok' });
  }
});

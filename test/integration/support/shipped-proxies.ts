import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/local/free-port.ts';
import { findBinary } from '../../support/binaries.ts';
import { startChild } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { sendFrom } from '../../support/send-from.ts';
import type { Target } from '../../support/slow-clients.ts';

const read = (path: string) =>
  readFileSync(new URL(`../../../deploy/${path}`, import.meta.url), 'utf8');

/** nginx with deploy/nginx/lamplight.conf as it is, but for ports and the certificate. */
export async function startShippedNginx(upstream: number): Promise<Target> {
  const directory = temporaryDirectory();
  const port = await freePort();
  const tls = ['-keyout', join(directory, 'privkey.pem'), '-out', join(directory, 'fullchain.pem')];
  execFileSync(
    findBinary('openssl', 'openssl'),
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...tls, '-subj', '/CN=localhost'],
    { stdio: 'ignore' },
  );
  const site = read('nginx/lamplight.conf')
    .replaceAll('/etc/lamplight/tls', directory)
    .replaceAll('/var/log/nginx', directory)
    .replaceAll(/^ +listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/^ +server 127\.0\.0\.1:3001.*\n/m, '')
    .replace('server 127.0.0.1:3000', `server 127.0.0.1:${upstream}`);
  writeFileSync(join(directory, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const main = join(directory, 'nginx.conf');
  writeFileSync(
    main,
    `daemon off;
master_process off;
pid ${directory}/nginx.pid;
events { worker_connections 4096; }
http { access_log off; ${temporary.join(' ')} include ${directory}/site.conf; }
`,
  );
  const target = { port, tls: true };
  const args = ['-p', directory, '-c', main, '-e', 'stderr'];
  await startChild(findBinary('nginx', 'nginx-light'), args, { isReady: () => isUp(target) });
  return target;
}

/** Caddy with deploy/caddy/Caddyfile as it is, but for the upstream. */
export async function startShippedCaddy(
  upstream: number,
  webs = `127.0.0.1 ${upstream} {`,
): Promise<Target> {
  const directory = temporaryDirectory();
  const target = { port: await freePort() };
  const file = join(directory, 'Caddyfile');
  const site = read('caddy/Caddyfile')
    .replace('web 3000 {', webs)
    // Its port is the same for all on this machine.
    .replace('\tservers {', '\tadmin off\n\tservers {');
  writeFileSync(file, site);
  const args = ['run', '--adapter', 'caddyfile', '--config', file];
  await startChild(findBinary('caddy', 'caddy'), args, {
    env: { SITE: `http://localhost:${target.port}`, OWN_PROXY: '127.0.0.1', HOME: directory },
    isReady: () => isUp(target),
  });
  return target;
}

async function isUp(target: Target): Promise<boolean> {
  const { status } = await sendFrom(target, '127.0.0.1', { path: '/healthz' });
  return status === 200;
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-proxy-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

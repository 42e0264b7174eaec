import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../src/local/free-port.ts';
import { findBinary } from '../../test/support/binaries.ts';
import { COMMAND, SERVER } from '../../test/support/built-programs.ts';
import { startChild } from '../../test/support/child.ts';
import { atEnd } from '../../test/support/cleanup.ts';
import { asDatabaseUser, programOf } from '../chaos/site/database-programs.ts';
import { accepts } from '../chaos/site/postgres.ts';
import type { ControlGroup } from './control-group.ts';

const execute = promisify(execFile);

export type SmallSite = {
  url: string;
  directory: string;
  lamplight(...args: string[]): Promise<string>;
};

/** PostgreSQL, one process with ROLE=both, and nginx, all in the group, with their default settings. */
export async function startSmallSite(group: ControlGroup): Promise<SmallSite> {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-small-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const [port, proxyPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env['PATH'] ?? '',
    NODE_ENV: 'production',
    DATABASE_URL: await startPostgres(group, directory),
    SECRET_KEY: randomBytes(32).toString('hex'),
    BASE_URL: `http://localhost:${proxyPort}`,
    TRUSTED_PROXIES: '127.0.0.1',
    STORAGE_DIR: join(directory, 'uploads'),
    PORT: String(port),
    METRICS_PORT: '-1',
    LOG_LEVEL: 'warn',
  };
  const lamplight = async (...args: string[]) => {
    const [program, rest] = group.command(process.execPath, [COMMAND, ...args]);
    return (await execute(program, rest, { env, cwd: directory })).stdout;
  };
  await lamplight('migrate');
  await lamplight('seed', '--demo');
  await startChild(...group.command(process.execPath, [SERVER]), {
    env,
    isReady: () => isOk(`http://127.0.0.1:${port}/readyz`),
  });
  const url = await startProxy(group, directory, { port, proxyPort });
  return { url, directory, lamplight };
}

async function startPostgres(group: ControlGroup, directory: string): Promise<string> {
  const data = join(directory, 'data');
  mkdirSync(data, { mode: 0o700 });
  // The parent must be open to the user of the database.
  execFileSync('chmod', ['755', directory]);
  const [as, ...options] = asDatabaseUser(data);
  const initdb = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ];
  execFileSync(as, [...options, programOf('initdb'), ...initdb], { stdio: 'ignore' });
  appendFileSync(
    join(data, 'postgresql.conf'),
    "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\n",
  );
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const args = [...options, programOf('postgres'), '-D', data, '-p', String(port)];
  const server = await startChild(...group.command(as, args), { isReady: () => accepts(url) });
  atEnd(async () => {
    server.signal('SIGQUIT');
    await server.gone;
  });
  return url;
}

type Ports = { port: number; proxyPort: number };

async function startProxy(
  group: ControlGroup,
  directory: string,
  { port, proxyPort }: Ports,
): Promise<string> {
  const file = join(directory, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  writeFileSync(
    file,
    `daemon off;
user root;
pid ${directory}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  ${temporary.join(' ')}
  upstream site { server 127.0.0.1:${port}; keepalive 32; }
  server {
    listen 127.0.0.1:${proxyPort};
    keepalive_requests 1000000;
    client_max_body_size 6m;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
    }
  }
}
`,
  );
  const url = `http://127.0.0.1:${proxyPort}`;
  const args = ['-p', directory, '-c', file, '-e', 'stderr'];
  const command = group.command(findBinary('nginx', 'nginx-light'), args);
  const child = await startChild(...command, { isReady: () => isOk(`${url}/healthz`) });
  atEnd(async () => {
    child.signal('SIGTERM');
    await child.gone;
  });
  return url;
}

function isOk(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

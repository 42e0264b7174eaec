import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../src/local/free-port.ts';
import { findBinary } from '../../support/binaries.ts';
import { type Child, startChild } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';

type NginxProxy = Child & { readonly url: string };

/** nginx in front of the given ports, configured as for a real site. */
export async function startNginx(upstreams: number[]): Promise<NginxProxy> {
  const binary = findBinary('nginx', 'nginx-light');
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-nginx-'));
  atEnd(() => rmSync(directory, { recursive: true, force: true }));
  const port = await freePort();
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, configuration(directory, port, upstreams));
  const url = `http://127.0.0.1:${port}`;
  const child = await startChild(binary, ['-p', directory, '-c', file, '-e', 'stderr'], {
    isReady: () =>
      fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      ),
  });
  return { ...child, url };
}

/**
 * A process that closed its port refuses the connection, and one that is closing returns 502: the request goes to
 * the other one. After that nginx leaves the process alone for `fail_timeout`, which must therefore be well below
 * DRAIN_SECONDS: the first process has to be in use again before the second one closes.
 */
function configuration(directory: string, port: number, upstreams: number[]): string {
  const servers = upstreams.map(
    (upstream) => `    server 127.0.0.1:${upstream} max_fails=1 fail_timeout=1s;`,
  );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${directory}/${name};`,
  );
  return `
daemon off;
master_process off;
pid ${directory}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  access_log off;
${temporary.join('\n')}
  upstream lamplight {
${servers.join('\n')}
    keepalive 32;
    keepalive_timeout 60s;
  }
  server {
    listen 127.0.0.1:${port};
    keepalive_requests 1000000;
    client_max_body_size 6m;
    location / {
      proxy_pass http://lamplight;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 2s;
      proxy_read_timeout 20s;
      proxy_next_upstream error timeout http_502;
      proxy_next_upstream_tries 2;
      add_header X-Served-By $upstream_addr always;
    }
  }
}
`;
}

import { createServer, type Server } from 'node:http';
import type pg from 'pg';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { App } from '../http/app-types.ts';
import { measureFetches } from './fetches.ts';
import { measureLimits } from './limits.ts';
import { measurePageCache } from './page-cache.ts';
import { measurePasswords } from './passwords.ts';
import { measurePool } from './pool.ts';
import { measureRequests } from './requests.ts';

/** The metrics of every process; `metrics/worker.ts` adds those that only workers export. */
export function measure(app: App, pool: pg.Pool): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  measureRequests(registry, app);
  measurePageCache(registry, app);
  measurePool(registry, pool);
  app.ctx.limits = measureLimits(registry, app.ctx.limits);
  app.ctx.passwords = measurePasswords(registry, app.ctx.passwords);
  app.ctx.fetchFile = measureFetches(registry, app.ctx.fetchFile);
  return registry;
}

/**
 * On a separate port, so that it is not published by accident together with the site. A worker has no other port, so its
 * health check is here too.
 */
export async function serveMetrics(
  registry: Registry,
  host: string,
  port: number,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
      return;
    }
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, host, resolve),
  );
  return server;
}

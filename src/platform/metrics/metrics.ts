import { createServer, type Server } from 'node:http';
import type pg from 'pg';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { App } from '../http/app-types.ts';
import { currentTracing } from '../tracing/tracing.ts';
import { measureFetches } from './fetches.ts';
import { measureLimits } from './limits.ts';
import { measurePageCache } from './page-cache.ts';
import { measurePasswords } from './passwords.ts';
import { measurePool } from './pool.ts';
import { measureRequests } from './requests.ts';
import { measureStreams } from './streams.ts';
import { measureTextChecks } from './text-checks.ts';

/**
 * The metrics of every process; `metrics/worker.ts` adds those that only workers export. While traces are on, the format
 * is OpenMetrics, because only it has exemplars.
 */
export function measure(app: App, pool: pg.Pool): Registry {
  const registry = createRegistry(currentTracing() !== undefined);
  collectDefaultMetrics({ register: registry });
  measureRequests(registry, app);
  measureStreams(registry, app);
  measurePageCache(registry, app);
  measurePool(registry, pool);
  app.ctx.limits = measureLimits(registry, app.ctx.limits);
  app.ctx.passwords = measurePasswords(registry, app.ctx.passwords);
  app.ctx.fetchFile = measureFetches(registry, app.ctx.fetchFile);
  app.ctx.checkText = measureTextChecks(registry, app.ctx.checkText);
  return registry;
}

function createRegistry(hasExemplars: boolean): Registry {
  const registry: Registry = new Registry();
  if (hasExemplars) registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
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

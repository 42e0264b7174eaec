import type { IncomingMessage, ServerResponse } from 'node:http';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { App } from '../http/app-types.ts';
import { createDurations } from './durations.ts';
import { exportGauge } from './read-values.ts';

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Limits and overload, not errors: reported apart from their status class. */
const REFUSALS = [429, 503];

/** Rate, errors and duration per route pattern, and requests in flight. */
export function measureRequests(registry: Registry, app: App): void {
  const observe = createDurations({
    name: 'lamplight_http_request_seconds',
    help: 'Duration of requests by route pattern and status class; 429 and 503 have a status of their own',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const storageFull = new Counter({
    name: 'lamplight_storage_full_total',
    help: 'Uploads refused with 507 because the storage has no space left',
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 507) storageFull.inc();
    const route = request.route.url ?? '(none)';
    // A stream lasts as long as its client stays; `metrics/streams.ts` counts them.
    if (request.route.config.stream && reply.statusCode === 200) return done();
    const labels = { method: request.method, route, status: statusOf(reply.statusCode) };
    observe(labels, reply.elapsedTime / 1000, request.span);
    done();
  });
  let unfinished = 0;
  exportGauge(registry, () => unfinished - app.eventStreams.tally().open, {
    name: 'lamplight_http_in_flight',
    help: 'Requests without a complete response, without open event streams',
  });
  const uploads = new Gauge({
    name: 'lamplight_uploads_in_flight',
    help: 'Uploads in flight: being received, queued, or being converted',
    registers: [registry],
  });
  // On the Node server: a request that the router rejects, or that disconnects, is counted to its end too.
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const gauge = isUpload(request) ? uploads : undefined;
    unfinished += 1;
    gauge?.inc();
    response.once('close', () => {
      unfinished -= 1;
      gauge?.dec();
    });
  });
}

function statusOf(code: number): string {
  return REFUSALS.includes(code) ? String(code) : `${Math.floor(code / 100)}xx`;
}

function isUpload({ headers }: IncomingMessage): boolean {
  return headers['content-type']?.startsWith('multipart/form-data') ?? false;
}

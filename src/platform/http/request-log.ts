import type { App } from './app-types.ts';
import { isUnsafe } from './csrf.ts';

/**
 * One line per request, and for successful reads only a sample: a line each would cost a third of the
 * throughput. No bodies, no query strings, no addresses of people; the route pattern, not the path.
 */
export function logRequests(app: App): void {
  const sample = app.ctx.config.LOG_READ_SAMPLE;
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.internal) return;
    const quiet = reply.statusCode < 400 && !isUnsafe(request.method);
    if (quiet && Math.random() >= sample) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        uid: request.viewer?.uid,
      },
      'request',
    );
  });
}

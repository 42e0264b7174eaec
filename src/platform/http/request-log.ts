import type { RefusalCode } from '../../refusals.ts';
import { withoutRedaction } from '../log.ts';
import { idsOf } from '../tracing/tracing.ts';
import type { App } from './app-types.ts';
import { isUnsafe } from './csrf.ts';
import { toRefusal } from './problem.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyRequest {
    /** For the log: a status alone does not distinguish a forged request from a banned member. */
    refusedWith: RefusalCode | undefined;
  }
}

/**
 * One line per request, but only a sample of successful reads, where a line each would cost a third of the throughput,
 * and of requests rejected under load. No bodies, query strings or client addresses; the route pattern, not the path.
 */
export function logRequests(app: App): void {
  const sample = app.ctx.config.LOG_READ_SAMPLE;
  const log = withoutRedaction(app.ctx.log);
  app.decorateRequest('refusedWith', undefined);
  app.addHook('onError', async (request, _reply, error) => {
    request.refusedWith = toRefusal(error).code;
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const { internal, beacon } = request.route.config;
    if (internal) return;
    const isRead = reply.statusCode < 400 && (beacon || !isUnsafe(request.method));
    const isSampled = isRead || request.refusedWith === 'overloaded';
    if (isSampled && Math.random() >= sample) return;
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.route.url ?? '(none)',
        status: reply.statusCode,
        code: request.refusedWith,
        ms: Math.round(reply.elapsedTime),
        uid: request.viewer?.uid,
        ...idsOf(request.span),
      },
      'request',
    );
  });
}

import { markFailed, type Span, type Tracing, traceparentOf } from '../tracing/tracing.ts';
import { onClose } from './admission/on-close.ts';
import type { App } from './app-types.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyRequest {
    /** Only while traces are on, and of a request in the sample. */
    span?: Span;
  }
}

/**
 * A span for each request, by the pattern of its route: no path, no query, no address, no member. Anybody can send a
 * `traceparent`. So it decides nothing, and the new trace only links to it, unless the operator trusts the callers. Pages from
 * the cache do not come here: they have no parts to show, and a span would cost as much as they do.
 */
export function traceRequests(app: App, tracing: Tracing): void {
  const relation = app.ctx.config.TRACE_TRUST_CALLERS ? 'child' : 'link';
  app.addHook('onRequest', (request, reply, done) => {
    const { url = '(none)', config } = request.route;
    if (config.internal) return done();
    const { traceparent } = request.headers;
    const origin = { traceparent: [traceparent ?? []].flat()[0], relation } as const;
    const span = tracing.startRoot(`${request.method} ${url}`, origin, {
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': url,
        'lamplight.request_id': request.id,
      },
    });
    // It may still be in the context of the request before it on its connection.
    if (!span) return tracing.active() ? tracing.run(undefined, done) : done();
    request.span = span;
    reply.header('traceresponse', traceparentOf(span));
    if (span.isRecording())
      onClose(reply, () => {
        const { statusCode, writableFinished } = reply.raw;
        span.setAttribute('http.response.status_code', statusCode);
        if (!writableFinished) markFailed(span, 'disconnected');
        else if (statusCode >= 500) markFailed(span, request.refusedWith ?? String(statusCode));
        span.end();
      });
    tracing.run(span, done);
  });
  // A body arrives in the context of its connection.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.span) tracing.run(request.span, done);
    else done();
  });
}

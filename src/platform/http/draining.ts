import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../refusals.ts';
import type { App } from './app-types.ts';
import { isUnsafe } from './csrf.ts';
import type { Readiness } from './health.ts';

/** The port closes after this long without a request, or after REJECT_MS at the latest. */
const QUIET_MS = 100;
const REJECT_MS = 1000;

/**
 * Shuts down without losing a request. While draining, the process serves every request and closes each connection after
 * its response. Then it rejects reads for up to a second: the proxy repeats them elsewhere and stops sending here, writes
 * included, which it must not repeat. Once no request arrives, closing the port cuts off no client. The rejection has a
 * status of its own (502): a proxy that took a 503 for "shutting down" would also avoid processes that are only busy.
 */
export function drainConnections(app: App, readiness: Readiness) {
  let isRejecting = false;
  let last_request_at = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    last_request_at = performance.now();
    if (!isRejecting || request.route.config.internal || isUnsafe(request.method)) return done();
    throw new Refusal('restarting', { retry_after: 1 });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.draining) reply.header('connection', 'close');
    done();
  });
  return {
    async drain(seconds: number): Promise<void> {
      // They have nothing to finish, and their clients need the time to reconnect elsewhere.
      app.eventStreams.endAll();
      await sleep(seconds * 1000);
      isRejecting = true;
      const deadline = performance.now() + REJECT_MS;
      last_request_at = performance.now();
      while (performance.now() < Math.min(deadline, last_request_at + QUIET_MS))
        await sleep(QUIET_MS / 5);
      // Before `app.close`: requests accepted until now still get their response, not a 503.
      app.server.close();
      await once(app.server, 'close');
    },
  };
}

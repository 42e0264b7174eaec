import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../refusals.ts';
import type { App } from './app-types.ts';
import { isUnsafe } from './csrf.ts';
import type { Readiness } from './health.ts';

/** How long nobody must have asked before the port closes, and how long that is waited for. */
const QUIET_MS = 100;
const TURN_AWAY_MS = 1000;

/**
 * Ends without losing a request. While draining, everything is answered, and every answer asks the proxy
 * to let go of its connection. Then reads are turned away for a moment: the proxy repeats them elsewhere
 * and stops sending here, writes included, which it may not repeat. Only a port at which nobody is just
 * arriving can be closed without cutting somebody off. They are turned away with a status that nothing else
 * has: a proxy that took "too busy" for "about to close" would leave two busy processes alone, and all visitors.
 */
export function drainConnections(app: App, readiness: Readiness) {
  let turningAway = false;
  let lastAsked = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    lastAsked = performance.now();
    if (!turningAway || request.route.config.internal || isUnsafe(request.method)) return done();
    throw new Refusal('restarting', { retry_after: 1 });
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (readiness.draining) reply.header('connection', 'close');
    done();
  });
  return {
    async drain(seconds: number): Promise<void> {
      await sleep(seconds * 1000);
      turningAway = true;
      const deadline = performance.now() + TURN_AWAY_MS;
      lastAsked = performance.now();
      while (performance.now() < Math.min(deadline, lastAsked + QUIET_MS))
        await sleep(QUIET_MS / 5);
      // Before the application closes: what was accepted until now still gets its answer, not a 503.
      app.server.close();
      await once(app.server, 'close');
    },
  };
}

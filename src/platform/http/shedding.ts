import underPressure from '@fastify/under-pressure';
import { Refusal } from '../../refusals.ts';
import type { App } from './app-types.ts';

const IN_FLIGHT = 200;
const RETRY_AFTER_SECONDS = 2;

/**
 * Past what the process can do, the next caller is refused at once and cheaply: everybody waiting
 * together would mean nobody is served in time. Health checks are always answered.
 */
export async function shedLoad(app: App): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: app.ctx.config.SHED_DELAY_MS,
    pressureHandler: (request) => {
      if (request.routeOptions.config.internal) return;
      throw new Refusal('overloaded', { retry_after: RETRY_AFTER_SECONDS });
    },
  });
  let inFlight = 0;
  const counted = new WeakSet<object>();
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.internal) return;
    if (inFlight >= IN_FLIGHT)
      throw new Refusal('overloaded', { retry_after: RETRY_AFTER_SECONDS });
    inFlight++;
    counted.add(request);
  });
  const done = (request: object) => {
    if (counted.delete(request)) inFlight--;
  };
  app.addHook('onResponse', async (request) => done(request));
  // A caller who hangs up never gets a response.
  app.addHook('onRequestAbort', async (request) => done(request));
}

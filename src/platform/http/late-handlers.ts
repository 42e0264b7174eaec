import type { FastifyReply } from 'fastify';
import { Refusal } from '../../refusals.ts';
import { TIME_BUDGET } from '../time-budget.ts';
import type { App } from './app-types.ts';
import { whenGone } from './when-gone.ts';

/** A twentieth of the shortest time that is given. */
const LOOK_MS = 250;

/**
 * No answer is waited for longer than its route may take. One look at all of them, four times a second: the
 * framework's own time-out sets a timer and throws an exception into the void for every request that is in time.
 */
export function endLateHandlers(app: App): void {
  const deadlines = new Map<FastifyReply, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { handler_ms = TIME_BUDGET.handler } = request.route.config;
    deadlines.set(reply, performance.now() + handler_ms);
    whenGone(reply, () => deadlines.delete(reply));
    done();
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [reply, deadline] of deadlines) {
      if (now < deadline) continue;
      deadlines.delete(reply);
      end(reply);
    }
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(look));
}

const ended = new WeakSet<FastifyReply>();

/** Whether the caller was told that it took too long. Whatever is still being done for them is for nobody. */
export function isTooLate(reply: FastifyReply): boolean {
  return ended.has(reply);
}

function end(reply: FastifyReply): void {
  ended.add(reply);
  // What has begun to go out cannot become an error any more; cut off, it is not taken for whole.
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (!reply.sent) reply.send(new Refusal('unavailable'));
}

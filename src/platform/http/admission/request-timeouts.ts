import type { FastifyReply } from 'fastify';
import { Refusal } from '../../../refusals.ts';
import type { Database } from '../../db/database.ts';
import { TIME_BUDGET } from '../../time-budget.ts';
import type { App } from '../app-types.ts';
import { onClose } from './on-close.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    /** Who has no answer yet. */
    waiting: Map<FastifyReply, Wait>;
  }
}

/** `is_receiving`: its body has not arrived yet, which has a time of its own. */
type Wait = { since: number; handler_ms: number; is_receiving: boolean };

/** A ninth of the shortest time that is given. */
const LOOK_MS = 250;

/**
 * No answer is waited for longer than its route may take. One look at all of them, four times a second: the
 * framework's own time-out sets a timer and throws an exception into the void for every request that is in time.
 */
export function timeOutHandlers(app: App): void {
  app.decorate('waiting', new Map());
  app.addHook('onRequest', (request, reply, done) => {
    const { handler_ms = TIME_BUDGET.handler } = request.route.config;
    app.waiting.set(reply, { since: performance.now(), handler_ms, is_receiving: false });
    onClose(reply, () => app.waiting.delete(reply));
    done();
  });
  endWhere(
    app,
    ({ since, handler_ms, is_receiving }, now) =>
      now - since >= (is_receiving ? TIME_BUDGET.body : handler_ms),
  );
}

/** From here on the client is waited for. */
export function startBodyTimeout(reply: FastifyReply): void {
  const wait = reply.server.waiting.get(reply);
  if (wait) Object.assign(wait, { since: performance.now(), is_receiving: true });
}

/** All of the request is there: the time of its handler begins. */
export function startHandlerTimeout(reply: FastifyReply): void {
  const wait = reply.server.waiting.get(reply);
  if (wait?.is_receiving) Object.assign(wait, { since: performance.now(), is_receiving: false });
}

/**
 * Who has waited for a while in which the database said nothing to anybody need not wait for the time-out of their own
 * statement: it is away, or stands still, and a connection that stands still is the last to notice. What takes its
 * time for another reason (a file on its way) has a time of its own.
 */
export function failWhenDatabaseSilent(app: App, database: Database): void {
  endWhere(
    app,
    ({ since, handler_ms, is_receiving }, now) =>
      !is_receiving &&
      handler_ms === TIME_BUDGET.handler &&
      now - Math.max(since, database.lastReplyAt()) >= TIME_BUDGET.silence,
  );
}

function endWhere(app: App, isOver: (wait: Wait, now: number) => boolean): void {
  let looked_at = performance.now();
  const look = setInterval(() => {
    const now = performance.now();
    const wasAway = now - looked_at > 2 * LOOK_MS;
    looked_at = now;
    // It was us who stood still: what came meanwhile has not been read yet, and is heard before the next look.
    if (wasAway) return;
    for (const [reply, wait] of app.waiting) {
      if (!isOver(wait, now)) continue;
      app.waiting.delete(reply);
      end(reply, wait.is_receiving ? 'request_timeout' : 'unavailable');
    }
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => clearInterval(look));
}

const ended = new WeakSet<FastifyReply>();

/** Whether the caller was told that it took too long. Whatever is still being done for them is for nobody. */
export function hasTimedOut(reply: FastifyReply): boolean {
  return ended.has(reply);
}

function end(reply: FastifyReply, code: 'request_timeout' | 'unavailable'): void {
  ended.add(reply);
  // The rest of the body may never come, and nothing else can come before it.
  if (code === 'request_timeout') reply.header('connection', 'close');
  // What has begun to go out cannot become an error any more; cut off, it is not taken for whole.
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (!reply.sent) reply.send(new Refusal(code));
}

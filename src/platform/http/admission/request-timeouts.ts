import type { FastifyReply } from 'fastify';
import { Refusal } from '../../../refusals.ts';
import type { Database } from '../../db/database.ts';
import { TIME_BUDGET } from '../../time-budget.ts';
import type { App } from '../app-types.ts';
import { onClose } from './on-close.ts';

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: declaration merging needs an interface.
  interface FastifyInstance {
    /** Replies that are not sent yet. */
    pendingReplies: Map<FastifyReply, PendingReply>;
  }
}

/** `is_receiving`: its body has not arrived yet; the body has a timeout of its own. */
type PendingReply = { since: number; handler_ms: number; is_receiving: boolean };

/** A ninth of the shortest timeout. */
const CHECK_MS = 250;

/**
 * Ends requests that take too long: 408 for a late body, 503 for a late handler or a silent database. One timer
 * checks all of them. Fastify's `handlerTimeout` cannot do this: it starts with the headers, so a slow body would use up
 * the handler's time, and it knows neither the 408 nor the silent database.
 */
export function timeOutRequests(app: App, database: Database): void {
  app.decorate('pendingReplies', new Map());
  app.addHook('onRequest', (request, reply, done) => {
    const { handler_ms = TIME_BUDGET.handler } = request.route.config;
    app.pendingReplies.set(reply, { since: performance.now(), handler_ms, is_receiving: false });
    onClose(reply, () => app.pendingReplies.delete(reply));
    done();
  });
  let checked_at = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const wasBlocked = now - checked_at > 2 * CHECK_MS;
    checked_at = now;
    // The event loop was blocked: read the responses that arrived meanwhile before judging.
    if (wasBlocked) return;
    const database_at = database.lastReplyAt();
    for (const [reply, pending] of app.pendingReplies) {
      if (!isOverdue(pending, now) && !isDatabaseSilent(pending, database_at, now)) continue;
      app.pendingReplies.delete(reply);
      timeOut(reply, pending.is_receiving ? 'request_timeout' : 'unavailable');
    }
  }, CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function isOverdue({ since, handler_ms, is_receiving }: PendingReply, now: number): boolean {
  return now - since >= (is_receiving ? TIME_BUDGET.body : handler_ms);
}

/**
 * If PostgreSQL has been silent for 2.25 s, fail waiting requests now instead of after their statement timeout. Routes
 * with a timeout of their own are left alone: they wait for something else, such as a file.
 */
function isDatabaseSilent(
  { since, handler_ms, is_receiving }: PendingReply,
  database_at: number,
  now: number,
): boolean {
  return (
    !is_receiving &&
    handler_ms === TIME_BUDGET.handler &&
    now - Math.max(since, database_at) >= TIME_BUDGET.silence
  );
}

/** While the body arrives, the server waits for the client. */
export function startBodyTimeout(reply: FastifyReply): void {
  const pending = reply.server.pendingReplies.get(reply);
  if (pending) Object.assign(pending, { since: performance.now(), is_receiving: true });
}

/** The body is complete: the handler's time starts. */
export function startHandlerTimeout(reply: FastifyReply): void {
  const pending = reply.server.pendingReplies.get(reply);
  if (pending?.is_receiving)
    Object.assign(pending, { since: performance.now(), is_receiving: false });
}

const timedOut = new WeakSet<FastifyReply>();

/** Whether the client already received a timeout; the result of its handler is discarded. */
export function hasTimedOut(reply: FastifyReply): boolean {
  return timedOut.has(reply);
}

function timeOut(reply: FastifyReply, code: 'request_timeout' | 'unavailable'): void {
  timedOut.add(reply);
  // The rest of the body may still arrive, so the connection cannot carry another request.
  if (code === 'request_timeout') reply.header('connection', 'close');
  // A response that has started cannot become an error; cut off, it is not mistaken for a complete one.
  if (reply.raw.headersSent) reply.raw.destroy();
  else if (!reply.sent) reply.send(new Refusal(code));
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { Refusal } from '../../refusals.ts';
import { isEvening } from '../clock.ts';
import type { App } from './app-types.ts';
import { isApi, type PageView, pageViewOf, renderPage, sendPage, sendRendered } from './page.ts';
import { sendProblem, toRefusal } from './problem.ts';

/** The header of an anonymous visitor. An empty `here` links back to the requested page. */
const ANONYMOUS = { here: '', visitor: null, csrfToken: '', flash: undefined };
/** Placeholder for the request id. */
const REQUEST_ID = '{request}';

export type RenderErrorPage = (visit: PageView, refusal: Refusal, requestId: string) => VNode;

/**
 * Turns every error into a page for browsers or a problem document for API clients, and logs server errors. The page is
 * a parameter because the platform imports no pages.
 */
export function addErrorHandler(
  app: App,
  renderErrorPage: RenderErrorPage,
  loadShell: (request: FastifyRequest) => Promise<void>,
): void {
  const sendRefusal = async (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    if (isApi(request)) return sendProblem(request, reply, refusal);
    reply.header('vary', 'accept');
    if (!acceptsPage(request)) return sendProblem(request, reply, refusal);
    // SPEC §5.6: redirect to the log-in page, and back afterwards.
    if (refusal.code === 'unauthenticated' && request.method === 'GET')
      return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 303);
    // D64: to where the staff turn a second factor on. The tab explains why.
    if (refusal.code === 'second_factor_needed' && request.method === 'GET')
      return reply.redirect('/settings?tab=security', 303);
    const retryAfter = refusal.members['retry_after'];
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
    // Under load, the error page itself must cost little: rendered once, without a personal header.
    if (refusal.status > 500) return sendBusyPage(request, reply, refusal);
    // With the viewer's header, unless loading that is what failed.
    await loadShell(request).catch((error: unknown) =>
      request.log.warn({ err: error }, 'error page rendered without its header'),
    );
    return sendPage(
      reply,
      renderErrorPage(pageViewOf(request), refusal, request.id),
      refusal.status,
    );
  };

  const busyPages = new Map<string, string>();
  const sendBusyPage = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    const visit = { ...pageViewOf(request), ...ANONYMOUS };
    const evening = isEvening(visit.now, visit.site.time_zone);
    const key = `${refusal.code} ${visit.locale} ${visit.theme} ${visit.keys} ${evening}`;
    const page =
      busyPages.get(key) ?? renderPage(renderErrorPage(visit, refusal, REQUEST_ID), visit.site);
    busyPages.set(key, page);
    return sendRendered(
      reply,
      page.replace(REQUEST_ID, () => request.id),
      refusal.status,
    );
  };
  const logOverload = throttleWarning(app, 'request rejected');

  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed');
    else if (refusal.code === 'overloaded') logOverload({ code: refusal.code });
    else if (refusal.code === 'insufficient_storage')
      request.log.error({ err: error }, 'the storage is full');
    else if (refusal.status === 503) request.log.warn({ err: error }, 'request rejected');
    return sendRefusal(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, new Refusal('not_found')));
}

const THROTTLE_MS = 1000;

/** Logs the first warning at once, and then one line a second with the count of the others. */
function throttleWarning(app: App, message: string): (fields: object) => void {
  let times = 0;
  let timer: NodeJS.Timeout | undefined;
  let last: object = {};
  const flush = () => {
    if (times > 0) app.log.warn({ ...last, times }, message);
    timer = times > 0 ? setTimeout(flush, THROTTLE_MS).unref() : undefined;
    times = 0;
  };
  return (fields) => {
    times++;
    last = fields;
    if (!timer) flush();
  };
}

function acceptsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

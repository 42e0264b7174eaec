import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { Refusal } from '../../refusals.ts';
import type { App } from './app-types.ts';
import { countedLog } from './counted-log.ts';
import { isApi, type PageView, pageViewOf, renderPage, sendPage, sendRendered } from './page.ts';
import { sendProblem, toRefusal } from './problem.ts';

/** An empty address is the one that was asked for. */
const NOBODY = { here: '', visitor: null, csrfToken: '', flash: undefined };
/** Stands where the number of the request goes. */
const REQUEST_ID = '{request}';

export type RenderErrorPage = (visit: PageView, refusal: Refusal, requestId: string) => VNode;

/**
 * One handler for everything that goes wrong: a page for a person, a problem document for a program, and
 * a log line where it is our fault. The page is handed in because the platform knows no page.
 */
export function addErrorHandler(
  app: App,
  renderErrorPage: RenderErrorPage,
  loadShell: (request: FastifyRequest) => Promise<void>,
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    if (isApi(request)) return sendProblem(request, reply, refusal);
    reply.header('vary', 'accept');
    if (!acceptsPage(request)) return sendProblem(request, reply, refusal);
    // SPEC §5.6: a person who has to log in first is shown where, and comes back afterwards.
    if (refusal.code === 'unauthenticated' && request.method === 'GET')
      return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 303);
    const retryAfter = refusal.members['retry_after'];
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
    // The same for everybody: what is refused because there is too much to do must not add to it.
    if (refusal.status > 500) return busyPage(request, reply, refusal);
    // With the header of whoever is looking, unless that is what failed.
    await loadShell(request).catch((error: unknown) =>
      request.log.warn({ err: error }, 'an error page goes without its header'),
    );
    return sendPage(
      reply,
      renderErrorPage(pageViewOf(request), refusal, request.id),
      refusal.status,
    );
  };

  const busyPages = new Map<string, string>();
  const busyPage = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal) => {
    const visit = { ...pageViewOf(request), ...NOBODY };
    const key = `${refusal.code} ${visit.locale} ${visit.theme} ${visit.keys}`;
    const page = busyPages.get(key) ?? renderPage(renderErrorPage(visit, refusal, REQUEST_ID));
    busyPages.set(key, page);
    return sendRendered(
      reply,
      page.replace(REQUEST_ID, () => request.id),
      refusal.status,
    );
  };
  const countBusy = countedLog(app, 'request turned away');

  app.setErrorHandler((error: Error, request, reply) => {
    const refusal = toRefusal(error);
    if (refusal.code === 'internal') request.log.error({ err: error }, 'request failed');
    else if (refusal.code === 'overloaded') countBusy({ code: refusal.code });
    else if (refusal.status === 503) request.log.warn({ err: error }, 'request turned away');
    return answer(request, reply, refusal);
  });
  app.setNotFoundHandler((request, reply) => answer(request, reply, new Refusal('not_found')));
}

function acceptsPage(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/html') ?? false;
}

import type { FastifyRequest } from 'fastify';
import type { App } from '../platform/http/app-types.ts';
import { isPage } from '../platform/http/page.ts';
import { getVisitor } from './actions.ts';

/** Before a page is made: what its header says of whoever is looking. */
export function addSiteShell(app: App): void {
  app.addHook('preHandler', async (request) => {
    if (isPage(request) && !request.route.config.form) await loadShell(request);
  });
}

/** Also for the page of a refusal, which may come before the handler or instead of it. */
export async function loadShell(request: FastifyRequest): Promise<void> {
  if (!request.viewer || request.visitor) return;
  request.visitor = await getVisitor(request.ctx, request.viewer);
}

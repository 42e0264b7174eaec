import type { FastifyRequest } from 'fastify';
import type { App } from '../platform/http/app-types.ts';
import { isPage } from '../platform/http/page.ts';
import { getVisitor } from './actions.ts';

/** Loads the viewer's data for the page header before the page is rendered. */
export function addSiteShell(app: App): void {
  app.addHook('preHandler', async (request) => {
    if (!isPage(request)) return;
    // What the page shows of the site is as new as its other data.
    if (!request.ctx.site.isFresh()) await request.ctx.site.load();
    if (!request.route.config.form) await loadShell(request);
  });
}

/** Also for error pages, which may precede or replace the handler. */
export async function loadShell(request: FastifyRequest): Promise<void> {
  if (!request.viewer || request.visitor) return;
  request.visitor = await getVisitor(request.ctx, request.viewer);
}

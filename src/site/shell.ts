import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../context.ts';
import type { App } from '../platform/http/app-types.ts';
import { isPage } from '../platform/http/page.ts';
import { findLastDecision } from '../staff-log/actions/undo.ts';
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
  const visitor = await getVisitor(request.ctx, request.viewer);
  const undo = await findUndo(request, request.viewer);
  request.visitor = { ...visitor, ...(undo ? { undo } : {}) };
}

/** Decisions that a member of the staff makes on a page of the site. */
const DECISIONS: readonly (string | undefined)[] = [
  ...['lockPost', 'unlockPost', 'removePost', 'removeComment', 'removePicture'],
  ...['removeAvatar', 'changeUserStatus'],
];

/** D66: the message about a decision has its undo. The pages of the staff show it themselves. */
async function findUndo(request: FastifyRequest, viewer: Viewer): Promise<string | undefined> {
  if (viewer.role === 'member' || !DECISIONS.includes(request.flash)) return undefined;
  if (request.url.startsWith('/admin')) return undefined;
  const last = await findLastDecision(request.ctx, viewer);
  return last && `/admin/decisions/${last.log_id}/undo`;
}

import type { FastifyRequest } from 'fastify';
import { getBalance } from '../energy/actions.ts';
import { nextLevelExp } from '../levels/rules.ts';
import { getUnread } from '../messages/actions.ts';
import { calendarDay } from '../platform/clock.ts';
import type { App } from '../platform/http/app-types.ts';
import { isPage, type Visitor } from '../platform/http/page.ts';
import { presentCard } from '../profiles/actions/show-profile.ts';
import { getUser } from '../users/actions.ts';

/** Before a page is made: what its header says of whoever is looking. */
export function addShell(app: App): void {
  app.addHook('preHandler', async (request) => {
    if (isPage(request) && !request.routeOptions.config.form) await loadShell(request);
  });
}

/** Also for the page of a refusal, which may come before the handler or instead of it. */
export async function loadShell(request: FastifyRequest): Promise<void> {
  if (!request.viewer || request.visitor) return;
  request.visitor = await findVisitor(request);
}

async function findVisitor({ ctx, viewer }: FastifyRequest): Promise<Visitor | null> {
  if (!viewer) return null;
  const [user, energy, unread] = await Promise.all([
    getUser(ctx.db, viewer.uid),
    getBalance(ctx.db, viewer.uid),
    getUnread(ctx, viewer),
  ]);
  const { name, avatar_url, level } = presentCard(ctx, user);
  const today = calendarDay(ctx.now());
  return {
    uid: viewer.uid,
    name,
    avatar_url,
    level,
    exp: user.exp,
    next_level_exp: nextLevelExp(user.exp),
    energy,
    role: viewer.role,
    status: viewer.status,
    unread: unread.total,
    checked_in_today: user.checked_in_on !== null && user.checked_in_on >= today,
  };
}

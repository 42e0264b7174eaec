import type { Context, Viewer } from '../context.ts';
import { nextLevelExp } from '../levels/rules.ts';
import { getUnread } from '../notifications/actions/inbox.ts';
import { UNREAD_MAX } from '../notifications/inbox-rules.ts';
import { calendarDay } from '../platform/clock.ts';
import type { Visitor } from '../platform/http/page.ts';
import { presentCard } from '../profiles/actions/show-profile.ts';
import { Refusal } from '../refusals.ts';
import { findHeader } from './store.ts';

/** A member as the header of their pages shows them, to themselves. */
export async function getVisitor(ctx: Context, viewer: Viewer): Promise<Visitor> {
  const today = calendarDay(ctx.now());
  const found = await findHeader(ctx.db, { uid: viewer.uid, today });
  if (!found) throw new Refusal('not_found');
  const { name, avatar_url, level } = presentCard(ctx, found);
  return {
    uid: viewer.uid,
    name,
    avatar_url,
    level,
    exp: found.exp,
    next_level_exp: nextLevelExp(found.exp),
    energy: found.energy,
    role: viewer.role,
    status: viewer.status,
    unread: await unreadOf(ctx, viewer, found),
    checked_in_today: found.checked_in_on !== null && found.checked_in_on >= today,
  };
}

async function unreadOf(
  ctx: Context,
  viewer: Viewer,
  { untold, unread }: { untold: boolean; unread: number },
): Promise<number> {
  // D45: likes nobody was told of yet become an entry first, which is rare. D68: somebody banned has no badge.
  if (untold || viewer.status === 'banned') return (await getUnread(ctx, viewer)).total;
  return Math.min(unread, UNREAD_MAX);
}

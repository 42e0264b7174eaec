import { hiddenFrom } from '../blocks/rules.ts';
import type { Context, Viewer } from '../context.ts';
import { nextLevelExp, TASK_EXP, TASKS } from '../levels/rules.ts';
import { getUnread } from '../notifications/actions/inbox.ts';
import { UNREAD_MAX } from '../notifications/rules.ts';
import { calendarDay } from '../platform/clock.ts';
import type { Visitor } from '../platform/http/visitor.ts';
import { Refusal } from '../refusals.ts';
import { presentCard } from '../users/actions/present-user.ts';
import { withLevel } from '../users/rules.ts';
import { listAsked } from '../written-pages/rules.ts';
import { findHeader, type Header } from './store.ts';

/** A member as the page header shows them. */
export async function getVisitor(ctx: Context, viewer: Viewer): Promise<Visitor> {
  const today = calendarDay(ctx.now());
  const header = await findHeader(ctx.db, { uid: viewer.uid, today, hidden: hiddenFrom(viewer) });
  if (!header) throw new Refusal('not_found');
  const { name, avatar_url, level } = presentCard(ctx, withLevel(header));
  return {
    uid: viewer.uid,
    name,
    avatar_url,
    level,
    exp: header.exp,
    next_level_exp: nextLevelExp(header.exp),
    energy: header.energy,
    role: viewer.role,
    status: viewer.status,
    unread: await unreadOf(ctx, viewer, header),
    checked_in_today: header.checked_in_on !== null && header.checked_in_on >= today,
    first_steps: firstStepsOf(header),
    asked: listAsked(ctx.site.current, viewer),
  };
}

/** Shown until all are done, or until the member has earned as much exp in other ways. */
function firstStepsOf({ exp, avatar_key, username, signature }: Header): Visitor['first_steps'] {
  if (exp >= TASKS.length * TASK_EXP) return [];
  const done = {
    avatar: avatar_key !== null,
    username: username !== null,
    signature: signature !== '',
  };
  const steps = TASKS.map((step) => ({ step, is_done: done[step] }));
  return steps.every(({ is_done }) => is_done) ? [] : steps;
}

async function unreadOf(
  ctx: Context,
  viewer: Viewer,
  { has_new_likes, unread }: { has_new_likes: boolean; unread: number },
): Promise<number> {
  // D45: new likes become notifications first, which is rare. D68: a banned member has no badge.
  if (has_new_likes || viewer.status === 'banned') return (await getUnread(ctx, viewer)).total;
  return Math.min(unread, UNREAD_MAX);
}

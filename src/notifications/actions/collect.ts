import { hiddenFrom } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { addDays, calendarDay, startOfDay } from '../../platform/clock.ts';
import { type CollectedDay, upsertDays } from '../store/collected.ts';
import { type DayOfEnergy, listDaysOfEnergy } from '../store/energy.ts';
import { type ChangedDay, listChangedDays } from '../store/likes.ts';
import { listDaysOfAuthors, listDaysOfTags } from '../store/new-posts.ts';
import { deleteOwn } from '../store/notifications.ts';
import { getNotifyPrefs } from './prefs.ts';

/** D45: likes become notifications when their author looks. Mostly nothing has changed, and nothing is written. */
export async function collectLikes(ctx: Context, viewer: Viewer): Promise<void> {
  const { uid } = viewer;
  const now = ctx.now();
  const days = await listChangedDays(ctx.db, readerOf(viewer), calendarDay(now));
  if (days.length === 0) return;
  const liked = days.filter((day) => day.likes > 0).map((day) => likesOf(day, now));
  const withoutLikes = days.filter((day) => day.likes === 0).flatMap((day) => day.id ?? []);
  if (liked.length > 0) await ctx.autocommit((trx) => upsertDays(trx, uid, liked));
  if (withoutLikes.length > 0) await ctx.autocommit((trx) => deleteOwn(trx, uid, withoutLikes));
}

/**
 * D69: energy and new posts become notifications when the reader opens them; publishing never fans out, and no other
 * page looks for them.
 */
export async function collectNews(ctx: Context, viewer: Viewer): Promise<void> {
  const { uid } = viewer;
  const now = ctx.now();
  const prefs = await getNotifyPrefs(ctx.db, uid);
  const found = await Promise.all([
    prefs.energy ? listDaysOfEnergy(ctx.db, uid, calendarDay(now)) : [],
    prefs.author_posts ? listDaysOfAuthors(ctx.db, readerOf(viewer), now) : [],
    prefs.tag_posts ? listDaysOfTags(ctx.db, readerOf(viewer), now) : [],
  ]);
  const [energy, ...posts] = found;
  const kinds = [energy.map((day) => energyOf(day, now)), ...posts];
  for (const days of kinds) {
    if (days.length > 0) await ctx.autocommit((trx) => upsertDays(trx, uid, days));
  }
}

/** The member, and whom they hide (D67). */
export function readerOf(viewer: Viewer) {
  return { uid: viewer.uid, hidden: hiddenFrom(viewer) };
}

function likesOf({ post_id, comment_id, day, likes }: ChangedDay, now: Date): CollectedDay {
  const ofComment = comment_id === null ? {} : { comment_id };
  return {
    kind: 'like',
    cause: comment_id === null ? `like:${post_id}:${day}` : `comment_like:${comment_id}:${day}`,
    related_id: post_id,
    payload: { day, reported: likes, ...ofComment },
    created_at: timeOf(day, now),
  };
}

function energyOf({ post_id, day, energy }: DayOfEnergy, now: Date): CollectedDay {
  return {
    kind: 'energy',
    cause: `energy:${post_id}:${day}`,
    related_id: post_id,
    payload: { day, reported: energy },
    created_at: timeOf(day, now),
  };
}

/** The last moment of the day, so that the list has the notification among those of its day. */
function timeOf(day: string, now: Date): Date {
  const end = addDays(startOfDay(day), 1).getTime() - 1;
  return new Date(Math.min(end, now.getTime()));
}

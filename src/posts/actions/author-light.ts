import type { Context } from '../../context.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import { LIGHT_DAYS, LIGHT_LIMITS } from '../rules.ts';
import { listAuthorLight } from '../store/author-light.ts';

/** What an author's public posts received on a day, and how many were published. */
type LightDay = { day: string; energy: number; posts: number };

export type AuthorLight = {
  /** One for every day, today last. */
  days: LightDay[];
  /** Of the public posts. */
  posts: number;
  energy: number;
  /** The author has more posts than are counted; the totals are those of the newest. */
  more: boolean;
};

/** The same for every viewer, the author included: only public posts count. */
export async function getAuthorLight(ctx: Context, author: number): Promise<AuthorLight> {
  const now = ctx.now();
  const days = Array.from({ length: LIGHT_DAYS }, (_, index) =>
    calendarDay(addDays(now, index + 1 - LIGHT_DAYS)),
  );
  const period = { author, first: days[0] ?? '', last: days.at(-1) ?? '' };
  const rows = await listAuthorLight(ctx.readDb, period);
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const total = byDay.get(null);
  return {
    days: days.map((day) => ({
      day,
      energy: byDay.get(day)?.energy ?? 0,
      posts: byDay.get(day)?.posts ?? 0,
    })),
    posts: Math.min(total?.posts ?? 0, LIGHT_LIMITS.posts),
    energy: total?.energy ?? 0,
    more: (total?.posts ?? 0) > LIGHT_LIMITS.posts,
  };
}

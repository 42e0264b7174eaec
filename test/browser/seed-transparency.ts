import { addMonths, calendarDay } from '../../src/platform/clock.ts';
import { monthOf, rangeOf } from '../../src/transparency/rules.ts';
import type { Site } from './site.ts';

const COUNTS: [kind: string, category: string, amount: number][] = [
  ['post_removed', 'copyright', 2],
  ['post_removed', 'staff', 1],
  ['comment_removed', 'spam', 18],
  ['comment_removed', 'words', 7],
  ['comment_removed', 'abuse', 4],
  ['comment_removed', 'none', 1],
  ['picture_removed', 'privacy', 1],
  ['post_refused', '', 6],
  ['ban', 'timed', 3],
  ['ban', 'for_good', 1],
  ['appeal', 'granted', 1],
  ['appeal', 'refused', 2],
  ['undone', '', 2],
  ['review', 'count', 142],
  ['review', 'median', 5400],
  ['review', 'p95', 61_000],
];

/** The published numbers: a busy month, a quiet one, and the current one from the log. */
export async function seedTransparency(site: Site, staff: { uid: number }): Promise<void> {
  await site.sql(
    "insert into site_setting (key, value, updated_at) values ('transparency.shown', true, now())",
  );
  const current = monthOf(calendarDay(site.ctx.now()));
  const [last, before] = [addMonths(current, -1), addMonths(current, -2)];
  for (const [kind, category, amount] of COUNTS) await insert(last, kind, category, amount);
  await insert(before, 'review', 'count', 0);
  await site.sql(
    `insert into staff_action (actor_uid, action, subject_kind, subject_id, created_at)
     values ($1, 'comment.remove', 'comment', 1, $2)`,
    [staff.uid, rangeOf(current).from],
  );

  async function insert(month: string, kind: string, category: string, amount: number) {
    await site.sql(
      'insert into transparency_count (month, kind, category, amount) values ($1::date, $2, $3, $4)',
      [`${month}-01`, kind, category, amount],
    );
  }
}

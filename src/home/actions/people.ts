import { withoutHidden } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { ENERGIZE_EXP_DAILY_MAX } from '../../levels/rules.ts';
import { calendarDay } from '../../platform/clock.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { CardRow, UserCard } from '../../users/schema.ts';
import { checkInDays } from '../rules.ts';
import { findToday, listSuggested } from '../store/today.ts';
import { type AuthorFacts, getRail } from './rail.ts';
import { getRecent } from './recent.ts';

type Signature = { signature: string; signature_lang: string | null };

export type SuggestedPerson = UserCard &
  Signature & {
    follows_me: boolean;
    /** Why they are suggested; null if they wrote nothing lately. */
    facts: AuthorFacts | null;
  };

type PersonRow = CardRow & Signature & { follows_me: boolean };

export type Today = {
  days: { day: string; checked_in: boolean }[];
  /** What energizing can still earn today. */
  exp_left: number;
  /** Somebody or a topic. */
  is_following: boolean;
};

/**
 * What stands beside a list: topics, languages, and people worth following, who are authors of recent bright posts. For a
 * member also their own part, and no people whom they follow.
 */
export async function getDiscovery(ctx: Context, viewer: Viewer | null, limit: number) {
  const recent = await getRecent(ctx);
  const uids = withoutHidden(viewer, recent.authors, (uid) => uid);
  const [{ topics, languages, facts }, { today, rows }] = await Promise.all([
    getRail(ctx, recent),
    viewer
      ? getToday(ctx, viewer, { uids, limit })
      : listSuggested(ctx.readDb, { uids, limit }).then((found) => ({ today: null, rows: found })),
  ]);
  const people = rows.map((row) => presentPerson(ctx, row, facts.get(row.uid) ?? null));
  return { topics, languages, today, people };
}

function presentPerson(ctx: Context, row: PersonRow, facts: AuthorFacts | null): SuggestedPerson {
  const { signature, signature_lang, follows_me } = row;
  return { ...presentCard(ctx, row), signature, signature_lang, follows_me, facts };
}

async function getToday(
  ctx: Context,
  viewer: Viewer,
  suggestion: { uids: number[]; limit: number },
): Promise<{ today: Today; rows: PersonRow[] }> {
  const day = calendarDay(ctx.now());
  const days = checkInDays(day);
  const [first_day = day] = days;
  // Not from a replica: the check-in of this very request is shown.
  const own = await findToday(ctx.db, { member: viewer.uid, first_day, day, ...suggestion });
  const checkedIn = new Set(own.today?.checked_in);
  return {
    today: {
      days: days.map((one) => ({ day: one, checked_in: checkedIn.has(one) })),
      exp_left: ENERGIZE_EXP_DAILY_MAX - (own.today?.energize_exp ?? 0),
      is_following: own.today?.is_following ?? false,
    },
    rows: own.people,
  };
}

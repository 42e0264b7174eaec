import type { Context, Viewer } from '../../context.ts';
import { type DecisionKind, listDecisionsSince } from '../../notifications/store/shared.ts';
import { addDays, calendarDay } from '../../platform/clock.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import {
  CHANGES_DAYS,
  DECISIONS_SHOWN,
  NEW_FOLLOWERS_MAX,
  type Received,
  VISIT_GAP_SECONDS,
} from '../rules.ts';
import { sumDays } from '../store/trends.ts';
import {
  countFollowersSince,
  deleteVisit,
  findVisit,
  listTitles,
  upsertVisit,
  type VisitMark,
} from '../store/visits.ts';

type Decision = { kind: DecisionKind; post_id: number; title: string };

export type Changes = {
  since: string;
  received: Received;
  /** At most `NEW_FOLLOWERS_MAX`. */
  followers: number;
  decisions: Decision[];
};

/**
 * What changed since the author's visit before this one; null on the first. Days have no times, so a visit stores what its
 * own day had brought until then, and that is subtracted: exact to the second at which reads and likes are counted.
 */
export async function readChanges(
  ctx: Context,
  viewer: Viewer,
  today: Received,
  isSpeculative: boolean,
): Promise<Changes | null> {
  const now = ctx.now();
  const mark = isSpeculative
    ? await findVisit(ctx.db, viewer.uid)
    : await ctx.autocommit((db) => upsertVisit(db, viewer.uid, now, today, VISIT_GAP_SECONDS));
  if (!mark?.since) return null;
  const earliest = addDays(now, -CHANGES_DAYS);
  const isOld = mark.since < earliest;
  const since = isOld ? earliest : mark.since;
  const [days, followers, decisions] = await Promise.all([
    sumDays(ctx.db, viewer.uid, calendarDay(since)),
    countFollowersSince(ctx.db, viewer.uid, since, NEW_FOLLOWERS_MAX),
    readDecisions(ctx, viewer, since),
  ]);
  const received = subtractSeen(days, isOld ? undefined : mark);
  return { since: since.toISOString(), received, followers, decisions };
}

/** An unlike of a like from before the visit is no news, so nothing is below zero. */
function subtractSeen(days: Received[], mark: VisitMark | undefined): Received {
  const sum = (name: keyof Received) =>
    Math.max(0, days.reduce((total, day) => total + day[name], 0) - (mark?.[`since_${name}`] ?? 0));
  return {
    reads: sum('reads'),
    energy: sum('energy'),
    comments: sum('comments'),
    likes: sum('likes'),
    favorites: sum('favorites'),
  };
}

async function readDecisions(ctx: Context, viewer: Viewer, since: Date): Promise<Decision[]> {
  const decisions = await listDecisionsSince(ctx.db, viewer.uid, since, DECISIONS_SHOWN);
  const ids = decisions.map(({ post_id }) => post_id);
  const rows = ids.length > 0 ? await listTitles(ctx.db, viewer, ids) : [];
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return decisions.flatMap((decision) => {
    const title = titles.get(decision.post_id);
    return title === undefined ? [] : [{ ...decision, title }];
  });
}

/** When the member was last in the studio; null if never. */
export async function getStudioVisit(db: Db, uid: number): Promise<string | null> {
  return (await findVisit(db, uid))?.seen_at.toISOString() ?? null;
}

/** D15 */
export async function purgeStudioVisit(trx: Trx, uid: number): Promise<void> {
  await deleteVisit(trx, uid);
}

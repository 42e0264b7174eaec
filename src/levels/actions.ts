import type { Context, Viewer } from '../context.ts';
import { moveEnergy } from '../energy/actions.ts';
import { MINT } from '../energy/rules.ts';
import { notifyUser } from '../notifications/actions/notify.ts';
import { calendarDay } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import {
  idOf,
  type Page,
  type PageRequest,
  readPage,
  toPage,
} from '../platform/http/pagination.ts';
import { Id } from '../platform/http/validation.ts';
import { Refusal } from '../refusals.ts';
import { setLevel } from '../users/actions/change-user.ts';
import { lockUser } from '../users/actions/lock-user.ts';
import { levelOf } from '../users/rules.ts';
import * as rules from './rules.ts';
import type { CheckIn, ExpEntry, LevelInfo } from './schema.ts';
import * as store from './store.ts';

const MONTHS_AHEAD = 3;

/** SPEC §7.4, §7.8: some actions need a level. */
export function assertLevel(viewer: { exp: number }, required: number): void {
  const level = levelOf(viewer.exp);
  if (level < required) throw new Refusal('level_too_low', { required_level: required, level });
}

type Gain = { delta: number; reason: rules.ExpReason; cause: string; created_at: Date };

/** Adds exp; a cause can be used once. */
export async function addExp(trx: Trx, { uid, ...gain }: Gain & { uid: number }): Promise<void> {
  const user = await lockUser(trx, uid);
  if (user) await gainExp(trx, user, gain);
}

/** The same for a member whose row is locked. */
async function gainExp(
  trx: Trx,
  { uid, exp }: { uid: number; exp: number },
  gain: Gain,
): Promise<void> {
  const entry = { uid, exp_after: exp + gain.delta, ...gain };
  await store.insertExp(trx, entry);
  await reachLevels(trx, entry);
}

/** Notifies the member of every level reached (D41). */
async function reachLevels(
  trx: Trx,
  { uid, delta, exp_after, created_at }: store.ExpGain & { uid: number; created_at: Date },
): Promise<void> {
  const levels = rules.levelsCrossed(exp_after - delta, exp_after);
  const reached = levels.at(-1);
  if (reached !== undefined) await setLevel(trx, uid, reached);
  for (const level of levels) {
    await notifyUser(trx, {
      uid,
      kind: 'level_up',
      cause: `level:${level}`,
      payload: { level },
      created_at,
    });
  }
}

/** D40: rewards the first time that a value takes effect. Returns whether this was the first time. */
export async function completeTask(
  trx: Trx,
  uid: number,
  task: rules.Task,
  now: Date,
): Promise<boolean> {
  if (!(await store.insertTask(trx, uid, task, now))) return false;
  const cause = `task:${task}`;
  await addExp(trx, { uid, delta: rules.TASK_EXP, reason: 'task', cause, created_at: now });
  return true;
}

export async function hasCompleted(db: Db, uid: number, task: rules.Task): Promise<boolean> {
  return (await store.selectTasks(db, uid)).includes(task);
}

/**
 * D37: adds exp for given energy, up to the day's maximum. The member's row must be locked. What it returns goes to
 * `logEnergizeExp` before the transaction ends.
 */
export function addEnergizeExp(
  trx: Trx,
  uid: number,
  exp: number,
  now: Date,
): Promise<store.ExpGain | undefined> {
  return store.addDailyExp(trx, { uid, day: calendarDay(now), exp });
}

export async function logEnergizeExp(
  trx: Trx,
  gained: store.ExpGain | undefined,
  gift: { uid: number; cause: string; created_at: Date },
): Promise<void> {
  if (!gained) return;
  const entry = { ...gift, ...gained, reason: 'energize' } as const;
  await store.insertEntry(trx, entry);
  await reachLevels(trx, entry);
}

/**
 * D36: inserting the day's one row earns the reward, so exactly one of several concurrent requests gets it. The member's
 * row is locked first; the other requests wait for it and then find the row.
 */
export function checkIn(ctx: Context, viewer: Viewer): Promise<CheckIn> {
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, viewer.uid);
    // Checked again under the lock: the ban may have come after the guard's check.
    if (user?.status === 'banned') throw new Refusal('banned');
    assertLevel({ exp: user?.exp ?? 0 }, rules.CHECKIN_LEVEL);
    const now = ctx.now();
    const awarded = user !== undefined && (await award(trx, user, now));
    return { checked_in_today: true, awarded };
  });
}

async function award(trx: Trx, user: { uid: number; exp: number }, now: Date): Promise<boolean> {
  const { uid } = user;
  const day = calendarDay(now);
  if (!(await store.insertCheckIn(trx, uid, day, now))) return false;
  const cause = `checkin:${day}`;
  await Promise.all([
    gainExp(trx, user, { delta: rules.CHECKIN_EXP, reason: 'checkin', cause, created_at: now }),
    moveEnergy(trx, {
      cause: `checkin:${uid}:${day}`,
      reason: 'checkin',
      from: MINT,
      to: uid,
      amount: rules.CHECKIN_ENERGY,
      created_at: now,
    }),
  ]);
  return true;
}

/**
 * SPEC §5.3, D35, D36: runs with any request of a member, skips level 0 and banned members, and never fails the request.
 * Costs no query if the member has checked in today. Returns whether it was rewarded.
 */
export async function checkInOnRequest(ctx: Context, viewer: Viewer): Promise<boolean> {
  if (viewer.status === 'banned' || levelOf(viewer.exp) < rules.CHECKIN_LEVEL) return false;
  if (viewer.checked_in_on && viewer.checked_in_on >= calendarDay(ctx.now())) return false;
  try {
    const { awarded } = await ctx.singleFlight(`checkin ${viewer.uid}`, () => checkIn(ctx, viewer));
    return awarded;
  } catch (error) {
    ctx.log.warn({ err: error, uid: viewer.uid }, 'the automatic check-in failed');
    return false;
  }
}

export async function getLevelInfo(ctx: Context, viewer: Viewer): Promise<LevelInfo> {
  const { tasks, ...state } = await store.selectLevelState(
    ctx.db,
    viewer.uid,
    calendarDay(ctx.now()),
  );
  return {
    ...state,
    level: levelOf(state.exp),
    next_level_exp: rules.nextLevelExp(state.exp),
    energize_exp_max: rules.ENERGIZE_EXP_DAILY_MAX,
    tasks: rules.TASKS.map((task) => ({ task, done: tasks.includes(task), exp: rules.TASK_EXP })),
  };
}

/** The entries add up to the caller's exp. */
export async function listOwnExp(
  ctx: Context,
  viewer: Viewer,
  request: PageRequest,
): Promise<Page<ExpEntry>> {
  const page = readPage(Id, request);
  const rows = await store.listExpEntries(ctx.db, viewer.uid, page);
  return toPage(rows, page.limit, idOf, (row) => ({
    amount: row.delta,
    exp_after: row.exp_after,
    reason: row.reason as rules.ExpReason,
    created_at: row.created_at.toISOString(),
  }));
}

/** A job creates partitions ahead of time, so that a check-in never waits for one. */
export async function createMonthPartitions(ctx: Context): Promise<void> {
  await ctx.tx((trx) => store.createMonthPartitions(trx, calendarDay(ctx.now()), MONTHS_AHEAD));
}

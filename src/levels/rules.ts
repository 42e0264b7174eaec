import { LEVEL_EXP, levelOf } from '../users/rules.ts';

/** SPEC §8 */
export const CHECKIN_EXP = 5;
export const CHECKIN_ENERGY = 1;
export const CHECKIN_LEVEL = 1;
export const TASK_EXP = 10;
export const ENERGIZE_EXP_DAILY_MAX = 50;

export const TASKS = ['avatar', 'username', 'signature'] as const;
export type Task = (typeof TASKS)[number];

export const EXP_REASONS = ['checkin', 'task', 'energize', 'opening'] as const;
export type ExpReason = (typeof EXP_REASONS)[number];

/** The exp at which the next level begins; null at the highest. */
export function nextLevelExp(exp: number): number | null {
  return LEVEL_EXP[levelOf(exp) + 1] ?? null;
}

/** D41: every level reached on the way; each gets its own notification. */
export function levelsCrossed(before: number, after: number): number[] {
  const [from, to] = [levelOf(before), levelOf(after)];
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + 1 + index);
}

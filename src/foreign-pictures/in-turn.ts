import { Refusal } from '../refusals.ts';
import { AT_ONCE_PER_MEMBER } from './rules.ts';

/** How many pictures this process is fetching for each member. */
const running = new Map<number, number>();

/** So that one member cannot occupy all connections to other sites. */
export async function inTurn<T>(uid: number, work: () => Promise<T>): Promise<T> {
  const before = running.get(uid) ?? 0;
  if (before >= AT_ONCE_PER_MEMBER) throw new Refusal('rate_limited', { retry_after: 2 });
  running.set(uid, before + 1);
  try {
    return await work();
  } finally {
    const left = (running.get(uid) ?? 1) - 1;
    if (left > 0) running.set(uid, left);
    else running.delete(uid);
  }
}

import type { Db } from '../database.ts';

/**
 * A read that all callers of a process share until its result is `ageMs` old. Each database has its own. The input of the
 * caller who starts it counts, so any caller's must do.
 */
export function agedRead<Result, Input extends unknown[] = []>(
  read: (db: Db, ...input: Input) => Promise<Result>,
): (db: Db, ageMs: number, ...input: Input) => Promise<Result> {
  const reads = new WeakMap<Db, { began: number; result: Promise<Result> }>();
  return (db, ageMs, ...input) => {
    const last = reads.get(db);
    const now = performance.now();
    if (last && now - last.began < ageMs) return last.result;
    const result = read(db, ...input);
    reads.set(db, { began: now, result });
    // After a failure, the next caller reads again.
    result.catch(() => reads.delete(db));
    return result;
  };
}

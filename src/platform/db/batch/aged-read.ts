import type { Db } from '../database.ts';

/** A read that all callers of a process share until its result is `ageMs` old. Each database has its own. */
export function agedRead<Result>(
  read: (db: Db) => Promise<Result>,
): (db: Db, ageMs: number) => Promise<Result> {
  const reads = new WeakMap<Db, { began: number; result: Promise<Result> }>();
  return (db, ageMs) => {
    const last = reads.get(db);
    const now = performance.now();
    if (last && now - last.began < ageMs) return last.result;
    const result = read(db);
    reads.set(db, { began: now, result });
    // After a failure, the next caller reads again.
    result.catch(() => reads.delete(db));
    return result;
  };
}

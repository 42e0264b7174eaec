import { LRUCache } from 'lru-cache';
import type { Subject } from '../invalidations.ts';

/** `subjects`: hiding one of them drops the value. */
type Watched = { subjects: ReadonlySet<Subject>; is_invalid: boolean };

/** An LRU cache, bounded by the sum of its sizes, with an index by subject. */
export function createSubjectCache<Value extends Watched>(
  maxSize: number,
  sizeOf: (value: Value) => number,
) {
  const keysOf = new Map<Subject, Set<string>>();

  const removeFromIndex = (key: string, { subjects }: Value) => {
    for (const subject of subjects) {
      const keys = keysOf.get(subject);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(subject);
    }
  };

  const values = new LRUCache<string, Value>({
    maxSize,
    sizeCalculation: sizeOf,
    dispose: (value, key) => removeFromIndex(key, value),
  });

  return {
    get: (key: string): Value | undefined => values.get(key),
    set(key: string, value: Value): void {
      values.set(key, value);
      // A value larger than the cache is not stored.
      if (values.peek(key) !== value) return;
      for (const subject of value.subjects) {
        const keys = keysOf.get(subject) ?? new Set();
        keysOf.set(subject, keys.add(key));
      }
    },
    /** Also invalidates values that a request has read already and is about to check. Returns how many. */
    drop(subject: Subject): number {
      const keys = [...(keysOf.get(subject) ?? [])];
      for (const key of keys) {
        const value = values.peek(key);
        if (value) value.is_invalid = true;
        values.delete(key);
      }
      return keys.length;
    },
    get size(): number {
      return values.calculatedSize;
    },
  };
}

/** Whether something that a value shows is among what was hidden while it was made. */
export function wasHidden(subjects: ReadonlySet<Subject>, hidden: ReadonlySet<Subject>): boolean {
  for (const subject of hidden) if (subjects.has(subject)) return true;
  return false;
}

import { LRUCache } from 'lru-cache';
import {
  type Dependencies,
  RecordedDependencies,
  type Version,
} from '../http/page-cache/dependencies.ts';
import type { Subject } from '../invalidations.ts';

/** In characters: about 1200 posts with ten comments each. */
const MAX_SIZE = 48_000_000;

type CheckedRead<Value> = {
  key: string;
  /** The present version, and that of these subjects, at a fraction of the cost of reading the value. */
  readVersion(subjects: Subject[]): Promise<Version>;
  /** With presenters, which record what the value shows. */
  read(dependencies: Dependencies): Promise<Value>;
  isForEverybody(value: Value): boolean;
  sizeOf(value: Value): number;
};

type Stored = {
  value: unknown;
  size: number;
  version: Version;
  subjects: Subject[];
  expires: number;
};

/**
 * What many readers see alike, read once per process and until its version changes. The version is read for every caller, after
 * the call: so nobody sees what was hidden or edited before (D25, D55), whether or not notifications arrive. Callers share
 * the value and must not change it.
 */
export type CheckedCache = <Value>(checked: CheckedRead<Value>) => Promise<Value>;

export function createCheckedCache(isCaching: boolean): CheckedCache {
  const values = new LRUCache<string, Stored>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ size }) => size,
  });
  return async <Value>({ key, readVersion, read, ...of }: CheckedRead<Value>) => {
    const dependencies = new RecordedDependencies();
    if (!isCaching) return read(dependencies);
    const stored = values.get(key);
    const began = performance.now();
    const { own, shown } = await readVersion(stored?.subjects ?? []);
    const isCurrent = own === stored?.version.own && shown === stored?.version.shown;
    // The key names what was read, so it is a value of this kind.
    if (stored && isCurrent && began < stored.expires) return stored.value as Value;
    const value = await read(dependencies);
    if (dependencies.isVersioned && of.isForEverybody(value)) {
      const version = { own, shown: dependencies.versions };
      const expires = began + dependencies.maxAge;
      const size = of.sizeOf(value);
      values.set(key, { value, size, version, subjects: dependencies.versioned, expires });
    } else values.delete(key);
    return value;
  };
}

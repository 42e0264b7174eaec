import type { HiddenListener } from '../db/hidden-listener.ts';
import { onInvalidation, type Subject } from '../invalidations.ts';
import { createSubjectCache, wasHidden } from './subject-cache.ts';

/** Each is a few rows, about two kilobytes. */
const MAX_VALUES = 5_000;

type CachedRead<Value> = {
  key: string;
  read(): Promise<Value>;
  /** Everything that the value shows and that can be hidden. */
  subjectsOf(value: Value): Iterable<Subject>;
  /** An older value is read again. */
  maxAgeMs: number;
};

type Stored = {
  value: unknown;
  subjects: ReadonlySet<Subject>;
  began: number;
  is_invalid: boolean;
};

/** What a page shows all readers alike, read once per process for many of them. */
export type ContentCache = {
  read<Value>(cached: CachedRead<Value>): Promise<Value>;
  /** For readers who must see every change at once. Others see the result from then on. */
  readNow<Value>(cached: CachedRead<Value>): Promise<Value>;
  close(): void;
};

/**
 * D55: a value is dropped as soon as something that it shows is hidden, as a response is in the page cache (ADR 0018). It is
 * used only while notifications arrive, and since before it was read. Callers do not join a read that is under way: it may
 * have begun before something was hidden.
 */
export function createContentCache(listener: HiddenListener, isCaching: boolean): ContentCache {
  const values = createSubjectCache<Stored>(MAX_VALUES, () => 1);
  const underWay = new Set<Set<Subject>>();
  const stop = onInvalidation((subject) => {
    for (const hidden of underWay) hidden.add(subject);
    values.drop(subject);
  });
  const isUsable = ({ began }: Stored, maxAgeMs: number) =>
    performance.now() - began < maxAgeMs && listener.isLive() && began >= listener.liveSince();

  const readNow = async <Value>({ key, read, subjectsOf }: CachedRead<Value>): Promise<Value> => {
    if (!isCaching) return read();
    const hidden = new Set<Subject>();
    const began = performance.now();
    underWay.add(hidden);
    try {
      const value = await read();
      const subjects = new Set(subjectsOf(value));
      if (!wasHidden(subjects, hidden))
        values.set(key, { value, subjects, began, is_invalid: false });
      return value;
    } finally {
      underWay.delete(hidden);
    }
  };

  return {
    async read(cached) {
      const stored = values.get(cached.key);
      // The key names what was read, so it is a value of this kind.
      if (stored && isUsable(stored, cached.maxAgeMs))
        return stored.value as Awaited<ReturnType<typeof cached.read>>;
      return readNow(cached);
    },
    readNow,
    close: stop,
  };
}

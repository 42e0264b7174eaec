import { LRUCache } from 'lru-cache';

type Limit<Value> = {
  /** Of keys and values together. */
  maxCharacters: number;
  /** The length of a value in characters. */
  sizeOf(value: Value): number;
};

/**
 * Caches the results of a pure function by its text argument. With a limit the least recently used are dropped;
 * without one nothing is dropped, so use that only for a fixed set of keys.
 */
export function memoize<Key extends string, Value extends NonNullable<unknown>>(
  compute: (key: Key) => Value,
  limit?: Limit<Value>,
): (key: Key) => Value {
  const cache = limit ? createLru<Key, Value>(limit) : new Map<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}

function createLru<Key extends string, Value extends NonNullable<unknown>>({
  maxCharacters,
  sizeOf,
}: Limit<Value>) {
  return new LRUCache<Key, Value>({
    maxSize: maxCharacters,
    sizeCalculation: (value, key) => Math.max(1, key.length + sizeOf(value)),
  });
}

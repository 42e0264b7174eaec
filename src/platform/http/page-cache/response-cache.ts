import { LRUCache } from 'lru-cache';
import type { Subject } from '../../invalidations.ts';
import { bytesOf, type CachedResponse } from './response.ts';

/** An LRU cache of responses, bounded in bytes, with an index by subject. */
export function createResponseCache(maxBytes: number) {
  const keysOf = new Map<Subject, Set<string>>();

  const removeFromIndex = (key: string, { subjects }: CachedResponse) => {
    for (const subject of subjects) {
      const keys = keysOf.get(subject);
      keys?.delete(key);
      if (keys?.size === 0) keysOf.delete(subject);
    }
  };

  const responses = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: bytesOf,
    dispose: (response, key) => removeFromIndex(key, response),
  });

  return {
    get: (key: string): CachedResponse | undefined => responses.get(key),
    set(key: string, response: CachedResponse): void {
      responses.set(key, response);
      // A response larger than the cache is not stored.
      if (responses.peek(key) !== response) return;
      for (const subject of response.subjects) {
        const keys = keysOf.get(subject) ?? new Set();
        keysOf.set(subject, keys.add(key));
      }
    },
    /** Also invalidates responses that a request has read already and is about to check. */
    drop(subject: Subject): number {
      const keys = [...(keysOf.get(subject) ?? [])];
      for (const key of keys) {
        const response = responses.peek(key);
        if (response) response.is_invalid = true;
        responses.delete(key);
      }
      return keys.length;
    },
    get bytes(): number {
      return responses.calculatedSize;
    },
  };
}

import { LRUCache } from 'lru-cache';

/**
 * A pure function of a text that remembers what it made of the latest ones, up to so many characters in all. What is
 * asked for again and again, like a post that everybody reads, is worked out once.
 */
export function memoize<Text extends string, Made extends NonNullable<unknown>>(
  make: (text: Text) => Made,
  { characters, sizeOf }: { characters: number; sizeOf: (made: Made) => number },
): (text: Text) => Made {
  const known = new LRUCache<Text, Made>({
    maxSize: characters,
    sizeCalculation: (made, text) => Math.max(1, text.length + sizeOf(made)),
  });
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    known.set(text, made);
    return made;
  };
}

/** How many there are of each key; keys of which there are none take no memory. */
export function createCounter() {
  const counts = new Map<string, number>();
  return {
    count: (key: string): number => counts.get(key) ?? 0,
    add(key: string): void {
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    remove(key: string): void {
      const left = (counts.get(key) ?? 0) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}

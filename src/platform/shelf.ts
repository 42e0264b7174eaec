/** Holds things up to so much in all; what nobody has asked for the longest goes first. */
export function openShelf<Key, Thing>(room: number, sizeOf: (thing: Thing, key: Key) => number) {
  // A Map remembers the order in which keys were set.
  const things = new Map<Key, Thing>();
  let held = 0;

  const remove = (key: Key) => {
    const thing = things.get(key);
    if (thing === undefined) return;
    things.delete(key);
    held -= sizeOf(thing, key);
  };

  return {
    get(key: Key): Thing | undefined {
      const thing = things.get(key);
      if (thing === undefined) return undefined;
      things.delete(key);
      things.set(key, thing);
      return thing;
    },
    set(key: Key, thing: Thing): void {
      remove(key);
      const size = sizeOf(thing, key);
      if (size > room) return;
      things.set(key, thing);
      held += size;
      for (const oldest of things.keys()) {
        if (held <= room) break;
        remove(oldest);
      }
    },
    get held(): number {
      return held;
    },
  };
}

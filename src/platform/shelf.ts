type Place<Thing> = { thing: Thing; is_asked_for: boolean };

/**
 * Holds things up to so much in all. The longest held goes first, unless somebody has asked for it since it last could
 * have: to be asked for costs a mark only, and not a new place in the line.
 */
export function openShelf<Key, Thing>(room: number, sizeOf: (thing: Thing, key: Key) => number) {
  // A Map remembers the order in which keys were set.
  const places = new Map<Key, Place<Thing>>();
  let held = 0;

  const remove = (key: Key) => {
    const place = places.get(key);
    if (!place) return;
    places.delete(key);
    held -= sizeOf(place.thing, key);
  };

  /** Comes to an end: whoever is passed over has lost their mark. */
  const makeRoomFor = (size: number) => {
    for (const [key, place] of places) {
      if (held + size <= room) return;
      if (!place.is_asked_for) {
        remove(key);
        continue;
      }
      place.is_asked_for = false;
      places.delete(key);
      places.set(key, place);
    }
  };

  return {
    get(key: Key): Thing | undefined {
      const place = places.get(key);
      if (!place) return undefined;
      place.is_asked_for = true;
      return place.thing;
    },
    set(key: Key, thing: Thing): void {
      remove(key);
      const size = sizeOf(thing, key);
      if (size > room) return;
      makeRoomFor(size);
      places.set(key, { thing, is_asked_for: false });
      held += size;
    },
    get held(): number {
      return held;
    },
  };
}

/**
 * A pure function of a text that remembers what it made of the latest ones, up to so many characters in all. What is
 * asked for again and again, like a post that everybody reads, is worked out once.
 */
export function remember<Text extends string, Made>(
  make: (text: Text) => Made,
  { characters, sizeOf }: { characters: number; sizeOf: (made: Made) => number },
): (text: Text) => Made {
  const known = new Map<Text, Made>();
  let held = 0;
  const weigh = (text: Text, made: Made) => text.length + sizeOf(made);
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) {
      // To the end of the line: whoever has not been asked for longest goes first.
      known.delete(text);
      known.set(text, before);
      return before;
    }
    const made = make(text);
    known.set(text, made);
    held += weigh(text, made);
    for (const [oldest, old] of known) {
      if (held <= characters) break;
      known.delete(oldest);
      held -= weigh(oldest, old);
    }
    return made;
  };
}

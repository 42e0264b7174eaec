/**
 * A site has some hundred routes, each with shapes that are made into code: a fifth of a start, for routes of which
 * a process is asked a few in its first minute. The first who asks one waits a millisecond or two instead.
 */
export function whenFirstAsked<T>(make: () => T): () => T {
  let made: { is: T } | undefined;
  return () => {
    made ??= { is: make() };
    return made.is;
  };
}

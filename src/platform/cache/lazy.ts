/** For what takes a while to make and is not needed by every process: made for the first who asks, once. */
export function lazy<T>(make: () => T): () => T {
  let made: { is: T } | undefined;
  return () => {
    made ??= { is: make() };
    return made.is;
  };
}

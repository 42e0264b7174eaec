/**
 * A question that many ask at once, whose answer must not be older than the asking: who comes while one is on its
 * way shares the next, so there are never more than two, and a lone caller waits for nothing.
 */
export function shareNext<T>(ask: () => Promise<T>): () => Promise<T> {
  let underway: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  const begin = (): Promise<T> => {
    const asked = ask();
    underway = asked;
    next = undefined;
    const end = () => {
      underway = undefined;
    };
    asked.then(end, end);
    return asked;
  };

  return () => {
    if (!underway) return begin();
    next ??= underway.then(begin, begin);
    return next;
  };
}

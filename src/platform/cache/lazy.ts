/** Computes a value at the first call and returns the same one after. */
export function lazy<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

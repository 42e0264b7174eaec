/** CPU time per input; more is a hang. Not wall-clock time, because the machine may be busy. */
const CPU_MS_MAX = 1000;

/** The input as UTF-8; invalid bytes become U+FFFD, as in a browser. */
export function textOf(input: Buffer): string {
  return input.toString('utf8');
}

export function assert(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what);
}

/** Runs `work`, and throws if it took too long. */
export function timed<T>(work: () => T): T {
  const start = process.cpuUsage();
  const outcome = work();
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  assert(ms <= CPU_MS_MAX, `took ${Math.round(ms)} ms`);
  return outcome;
}

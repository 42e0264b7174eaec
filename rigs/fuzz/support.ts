/** More than this of one input is a hang. Processor time, so that a busy machine is not taken for one. */
const CPU_MS_MAX = 1000;

/** The text of an input; bytes that are none become what a browser makes of them. */
export function textOf(input: Buffer): string {
  return input.toString('utf8');
}

export function assert(isTrue: boolean, what: string): asserts isTrue {
  if (!isTrue) throw new Error(what);
}

/** Runs it, and throws where it took too long. */
export function timed<T>(work: () => T): T {
  const start = process.cpuUsage();
  const outcome = work();
  const { user, system } = process.cpuUsage(start);
  const ms = (user + system) / 1000;
  assert(ms <= CPU_MS_MAX, `took ${Math.round(ms)} ms`);
  return outcome;
}

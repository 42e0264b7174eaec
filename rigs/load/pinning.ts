import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const SITE = '0';
const REST = '1';

export type CorePinning = {
  /** False where there is one core, or no way to say who gets which. */
  readonly isPinned: boolean;
  /** Onto the core that nobody else has. */
  pinWeb(pid: number): void;
  /** Onto the core that all the rest has. */
  pinRest(pid: number): void;
  /** A command that runs on the core of the web process. */
  beside(command: string[]): string[];
};

/**
 * A web process gets a core of its own. The generator, PostgreSQL and whatever else there is have the other: they may
 * slow each other down, but they take nothing from what is measured. What is started from now on is of the rest.
 */
export function pinCores(): CorePinning {
  const together = { isPinned: false, pinWeb() {}, pinRest() {}, beside: (it: string[]) => it };
  if (availableParallelism() < 2) return together;
  try {
    pin(process.pid, REST);
  } catch {
    return together;
  }
  return {
    isPinned: true,
    pinWeb: (pid) => pin(pid, SITE),
    pinRest: (pid) => pin(pid, REST),
    beside: (command) => ['taskset', '-c', SITE, ...command],
  };
}

/** Of the whole process, with every thread it has. What it starts from now on stays there as well. */
function pin(pid: number, core: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', core, String(pid)], { stdio: 'ignore' });
}

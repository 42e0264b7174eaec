import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const SITE = '0';
const REST = '1';

export type CorePinning = {
  /** False with one core, or without permission to pin. */
  readonly isPinned: boolean;
  /** To the core that the web process has alone. */
  pinWeb(pid: number): void;
  /** To the core of everything else. */
  pinRest(pid: number): void;
  /** A command that runs on the core of the web process. */
  beside(command: string[]): string[];
};

/**
 * The web process gets a core of its own. The generator, PostgreSQL and everything else share the other: they may slow each other
 * down, but not the web process. Child processes started later inherit this process's core.
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

/** Pins a process with all its threads; its future children inherit it. */
function pin(pid: number, core: string): void {
  execFileSync('taskset', ['-a', '-c', '-p', core, String(pid)], { stdio: 'ignore' });
}

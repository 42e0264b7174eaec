import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const SITE = 0;
const REST = 1;

/** Of the whole process, with every thread it has. What it starts from now on stays there as well. */
function pin(pid: number, core: number): void {
  execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' });
}

/**
 * The web process gets a core of its own. The generator, PostgreSQL, Redis and the worker have the other: they
 * may slow each other down, but they take nothing from what is measured. Says what became of it.
 */
export function keepApart(): { pinWeb(pid: number): void; describe: string } {
  const together = {
    pinWeb: () => {},
    describe: 'the web process, the database and the generator share all cores',
  };
  if (availableParallelism() < 2) return together;
  try {
    pin(process.pid, REST);
  } catch {
    return together;
  }
  return {
    pinWeb: (pid) => pin(pid, SITE),
    describe:
      'the web process has one core, the generator, PostgreSQL, Redis and the worker share another',
  };
}

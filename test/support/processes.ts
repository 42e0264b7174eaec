import { readFileSync } from 'node:fs';

/** Of the kernel, in a second; the same everywhere. */
const TICKS = 100;
const PAGE_BYTES = 4096;

/** Time on a core, in user and in system mode, with all its threads. */
export function cpuSeconds(pid: number): number {
  const { user, system } = readTimes(pid);
  return user + system;
}

/** The same with its children: those that run, and those that have ended and were waited for. */
export function cpuSecondsOfFamily(pid: number): number {
  const { user, system, ended } = readTimes(pid);
  const children = childrenOf(pid).map((child) => {
    try {
      return cpuSeconds(child);
    } catch {
      // Ended since it was listed, and counted with the others from now on.
      return 0;
    }
  });
  return children.reduce((sum, one) => sum + one, user + system + ended);
}

/** What others got of this machine while it ran, of the time of all cores. */
export async function stolenWhile<T>(
  run: () => Promise<T>,
): Promise<{ result: T; stolen: number }> {
  const before = readMachine();
  const result = await run();
  const after = readMachine();
  return { result, stolen: (after.stolen - before.stolen) / (after.total - before.total) };
}

/** Of all cores of this machine: how much time there was, and how much of it whoever runs the machine gave to others. */
function readMachine(): { total: number; stolen: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user, nice, system, idle, iowait, irq, softirq, steal; what follows is counted in these already.
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return {
    total: times.reduce((sum, one) => sum + one, 0) / TICKS,
    stolen: (times[7] ?? 0) / TICKS,
  };
}

export function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return children.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function residentBytes(pid: number): number {
  const [, pages = '0'] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Number(pages) * PAGE_BYTES;
}

function readTimes(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name may hold spaces, so what is counted comes after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (place: number) => Number(fields[place]) / TICKS;
  return { user: seconds(11), system: seconds(12), ended: seconds(13) + seconds(14) };
}

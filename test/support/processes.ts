import { readFileSync } from 'node:fs';

/** Kernel clock ticks per second; 100 on every Linux. */
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

/** The share of all cores' time that was stolen while it ran. */
export async function stolenWhile<T>(
  run: () => Promise<T>,
): Promise<{ result: T; stolen: number }> {
  const before = readMachine();
  const result = await run();
  const after = readMachine();
  return { result, stolen: (after.stolen - before.stolen) / (after.total - before.total) };
}

/** Seconds of all cores: the total, and the part that the hypervisor gave to other guests. */
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
  // The name may contain spaces, so count the fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (index: number) => Number(fields[index]) / TICKS;
  return { user: seconds(11), system: seconds(12), ended: seconds(13) + seconds(14) };
}

import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { atEnd } from '../../test/support/cleanup.ts';

const ROOT = '/sys/fs/cgroup';
const PERIOD_US = 100_000;

/** Limits on memory and processor time for the processes started in it. Control groups v1. */
export type ControlGroup = {
  /** The command that starts another one in the group. */
  command(program: string, args: string[]): [string, string[]];
  peakBytes(): number;
  /** How often the kernel killed a process for want of memory. */
  kills(): number;
};

export function whyNoControlGroup(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root';
  const isMissing = ['memory', 'cpu'].some((name) => !existsSync(join(ROOT, name, 'cgroup.procs')));
  return isMissing ? `no control groups v1 in ${ROOT}` : undefined;
}

export function createControlGroup(memoryBytes: number, cores: number): ControlGroup {
  const [memory, cpu] = ['memory', 'cpu'].map((name) =>
    join(ROOT, name, `lamplight-${process.pid}`),
  ) as [string, string];
  for (const path of [memory, cpu]) {
    mkdirSync(path);
    atEnd(() => rmdirSync(path));
  }
  writeFileSync(join(memory, 'memory.limit_in_bytes'), String(memoryBytes));
  writeFileSync(join(cpu, 'cpu.cfs_period_us'), String(PERIOD_US));
  writeFileSync(join(cpu, 'cpu.cfs_quota_us'), String(PERIOD_US * cores));
  const enter = `echo $$ > ${memory}/cgroup.procs; echo $$ > ${cpu}/cgroup.procs; exec "$@"`;
  const read = (name: string) => readFileSync(join(memory, name), 'utf8');
  return {
    command: (program, args) => ['sh', ['-c', enter, 'sh', program, ...args]],
    peakBytes: () => Number(read('memory.max_usage_in_bytes')),
    kills: () => Number(/oom_kill (\d+)/.exec(read('memory.oom_control'))?.[1] ?? 0),
  };
}

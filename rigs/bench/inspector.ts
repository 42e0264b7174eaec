import { once } from 'node:events';

export type Frame = {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
};

/** V8's profile: functions as a tree, and the function of each sample. Times are microseconds. */
export type CpuProfile = {
  nodes: { id: number; callFrame: Frame }[];
  samples: number[];
  timeDeltas: number[];
};

/** Profiles a process that was started with `--inspect` while `work` runs. */
export async function profileWhile(
  port: number,
  work: () => Promise<unknown>,
): Promise<CpuProfile> {
  const response = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('nothing to inspect');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  let count = 0;
  const call = (method: string): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++count;
      const receive = ({ data }: MessageEvent) => {
        const received = JSON.parse(String(data)) as { id?: number; result?: unknown };
        if (received.id !== id) return;
        socket.removeEventListener('message', receive);
        resolve(received.result);
      };
      socket.addEventListener('message', receive);
      socket.send(JSON.stringify({ id, method }));
    });
  await call('Profiler.enable');
  await call('Profiler.start');
  await work();
  const { profile } = (await call('Profiler.stop')) as { profile: CpuProfile };
  socket.close();
  return profile;
}

/** The share of the time in which the process was idle. */
export function idleShare({ nodes, samples, timeDeltas }: CpuProfile): number {
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id),
  );
  const sum = (isCounted: (id: number) => boolean) =>
    samples.reduce((total, id, index) => total + (isCounted(id) ? (timeDeltas[index] ?? 0) : 0), 0);
  return sum((id) => idle.has(id)) / sum(() => true);
}

export type SelfTime = { what: string; share: number };

/** The share of the busy time spent in each function itself, largest first. */
export function selfTimes(
  { nodes, samples, timeDeltas }: CpuProfile,
  nameOf: (frame: Frame) => string,
): SelfTime[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    const name = nameOf(frame);
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  const busy = [...times.values()].reduce((sum, one) => sum + one, 0);
  return [...times]
    .map(([what, time]) => ({ what, share: time / busy }))
    .sort((a, b) => b.share - a.share);
}

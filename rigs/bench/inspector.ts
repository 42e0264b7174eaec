import { once } from 'node:events';

export type Frame = {
  functionName: string;
  url: string;
  lineNumber: number;
  columnNumber: number;
};

/** What V8 saw: functions as a tree, and in which of them each sample fell. Times are microseconds. */
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
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
  const [target] = (await answer.json()) as { webSocketDebuggerUrl: string }[];
  if (!target) throw new Error('nothing to inspect');
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await once(socket, 'open');
  let count = 0;
  const ask = (method: string): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++count;
      const hear = ({ data }: MessageEvent) => {
        const heard = JSON.parse(String(data)) as { id?: number; result?: unknown };
        if (heard.id !== id) return;
        socket.removeEventListener('message', hear);
        resolve(heard.result);
      };
      socket.addEventListener('message', hear);
      socket.send(JSON.stringify({ id, method }));
    });
  await ask('Profiler.enable');
  await ask('Profiler.start');
  await work();
  const { profile } = (await ask('Profiler.stop')) as { profile: CpuProfile };
  socket.close();
  return profile;
}

/** For how much of the time it had nothing to do. */
export function idleShare({ nodes, samples, timeDeltas }: CpuProfile): number {
  const idle = new Set(
    nodes.filter(({ callFrame }) => callFrame.functionName === '(idle)').map(({ id }) => id),
  );
  const sum = (isCounted: (id: number) => boolean) =>
    samples.reduce((total, id, place) => total + (isCounted(id) ? (timeDeltas[place] ?? 0) : 0), 0);
  return sum((id) => idle.has(id)) / sum(() => true);
}

export type SelfTime = { what: string; share: number };

/** The share of the busy time spent in each, the greatest first. */
export function selfTimes(
  { nodes, samples, timeDeltas }: CpuProfile,
  nameOf: (frame: Frame) => string,
): SelfTime[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  for (const [place, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === '(idle)') continue;
    const name = nameOf(frame);
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[place] ?? 0));
  }
  const busy = [...times.values()].reduce((sum, one) => sum + one, 0);
  return [...times]
    .map(([what, time]) => ({ what, share: time / busy }))
    .sort((a, b) => b.share - a.share);
}

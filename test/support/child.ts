import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { atEnd } from './cleanup.ts';

const READY_SECONDS = 60;
const POLL_MS = 20;
const OUTPUT_MAX = 20_000;

export type Child = {
  readonly pid: number;
  /** The end of its output, both streams. */
  output(): string;
  isAlive(): boolean;
  /** Sends the signal; `gone` resolves when the process has ended. */
  signal(name: NodeJS.Signals): void;
  readonly gone: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** Starts a program and waits until `isReady`; it ends with the test file at the latest. */
export async function startChild(
  command: string,
  args: string[],
  options: {
    env?: Record<string, string>;
    cwd?: string;
    isReady: () => Promise<boolean>;
    seconds?: number;
  },
): Promise<Child> {
  const child = spawn(command, args, {
    // None of the developer's own settings: only what the test sets.
    env: { PATH: process.env['PATH'] ?? '', ...options.env },
    ...(options.cwd ? { cwd: options.cwd } : {}),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = (output + chunk).slice(-OUTPUT_MAX);
    });
  }
  alive.add(child);
  const gone: Child['gone'] = new Promise((resolve) =>
    child.once('close', (code, signal) => {
      alive.delete(child);
      resolve({ code, signal });
    }),
  );
  atEnd(async () => {
    child.kill('SIGKILL');
    await gone;
  });

  const isAlive = () => alive.has(child);
  const describeChild = () => `${command} ${args.join(' ')}\n${output}`;
  await waitFor(
    async () => {
      if (!isAlive()) throw new Error(`ended before it was ready: ${describeChild()}`);
      return options.isReady();
    },
    describeChild,
    options.seconds,
  );
  return {
    pid: child.pid ?? 0,
    output: () => output,
    isAlive,
    signal: (name) => child.kill(name),
    gone,
  };
}

export async function waitFor(
  condition: () => Promise<boolean> | boolean,
  describe: () => string = () => String(condition),
  seconds = READY_SECONDS,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${seconds} s for ${describe()}`);
    await sleep(POLL_MS);
  }
}

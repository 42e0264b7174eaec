import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const COMMAND_MS = 8 * 60_000;
const START_MS = 3 * 60_000;
const STOP_MS = 60_000;
const POLL_MS = 200;
const OUTPUT_SHOWN = 3_000;

type Ran = { status: number; output: string };

export type Shell = {
  run(command: string): Promise<Ran>;
  /** Starts it with the shell's current variables and directory, and waits until it is healthy. */
  serve(command: string): Promise<{ url: string }>;
  close(): Promise<void>;
};

/** Process groups that end with this program in any case. */
const groups = new Set<number>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(1));
process.on('exit', () => {
  for (const group of groups) send(group, 'SIGTERM');
});

/** One shell per document: variables, functions and the directory persist. */
export function openShell(cwd: string, env: NodeJS.ProcessEnv, scratch: string): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    cwd,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: bash.stdout })[Symbol.asyncIterator]();
  const started: ChildProcess[] = [bash];
  groups.add(groupOf(bash));
  let count = 0;

  async function execute(line: string): Promise<string> {
    bash.stdin.write(`${line}\n`);
    const late = sleep(COMMAND_MS, undefined, { ref: false }).then(() => {
      throw new Error(`no end after ${COMMAND_MS / 1000} s`);
    });
    const printed = await Promise.race([lines.next(), late]);
    return printed.value ?? '127';
  }

  return {
    async run(command) {
      const file = join(scratch, `${++count}`);
      writeFileSync(file, `set -o pipefail\n${command}\n`);
      // No terminal input.
      const status = await execute(
        `. '${file}' </dev/null >'${file}.out' 2>'${file}.err'; echo $?`,
      );
      const output = readFileSync(`${file}.out`, 'utf8');
      if (status === '0') return { status: 0, output };
      return { status: Number(status), output: output + readFileSync(`${file}.err`, 'utf8') };
    },

    async serve(command) {
      const file = join(scratch, `${++count}`);
      await execute(`{ export -p; printf 'cd %q\\n' "$PWD"; } >'${file}'; echo $?`);
      writeFileSync(`${file}.sh`, `. '${file}'\nexec ${command}\n`);
      const log = openSync(`${file}.log`, 'w');
      const server = spawn('bash', [`${file}.sh`], {
        env,
        detached: true,
        stdio: ['ignore', log, log],
      });
      started.push(server);
      groups.add(groupOf(server));
      return { url: await findServer(server, () => readFileSync(`${file}.log`, 'utf8')) };
    },

    async close() {
      bash.stdin.end();
      for (const child of started.reverse()) await stop(child);
    },
  };
}

/** Finds the URL in the server's output. */
async function findServer(server: ChildProcess, output: () => string): Promise<string> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    for (const [, port] of output().matchAll(/https?:\/\/(?:localhost|127\.0\.0\.1):(\d+)/g)) {
      const url = `http://localhost:${port}`;
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      if (response?.ok) return url;
    }
    if (isGone(server)) break;
    await sleep(POLL_MS);
  }
  throw new Error(`the server did not come up:\n${output().slice(-OUTPUT_SHOWN)}`);
}

async function stop(child: ChildProcess): Promise<void> {
  const group = groupOf(child);
  const end = Date.now() + STOP_MS;
  send(group, 'SIGTERM');
  while (send(group, 0)) {
    if (Date.now() > end) send(group, 'SIGKILL');
    await sleep(POLL_MS);
  }
  groups.delete(group);
}

function groupOf(child: ChildProcess): number {
  if (!child.pid) throw new Error('it did not start');
  return -child.pid;
}

/** True while the group has a process. */
function send(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal);
  } catch {
    return false;
  }
}

function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

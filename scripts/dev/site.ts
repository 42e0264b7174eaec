import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../src/local/free-port.ts';
import { COMPILE_CACHE, SERVER } from './bundles.ts';
import type { Front } from './front.ts';
import type { StartMessage } from './standby.ts';

const POLL_MS = 20;
const STANDBY = fileURLToPath(new URL('./standby.ts', import.meta.url));

export type Site = {
  /** Starts the newest build beside the running process, and replaces that one when it is ready. False if it fails. */
  restart(): Promise<boolean>;
  stop(): Promise<void>;
};

/**
 * `fronts`: the site's own address and, unless it is off, that of the metrics. `packages`: what the site imports. A
 * process with them loaded stands by for the next restart.
 */
export function createSite(
  env: NodeJS.ProcessEnv,
  fronts: { site: Front; metrics: Front | undefined },
  packages: () => string[],
): Site {
  let current: ChildProcess | undefined;
  let standby: ChildProcess | undefined;
  return {
    async restart() {
      const [port, metricsPort] = [await freePort(), await freePort()];
      const next = standby && isRunning(standby) ? standby : startProcess(env, packages());
      const message: StartMessage = {
        server: SERVER,
        env: {
          HOST: '127.0.0.1',
          PORT: String(port),
          METRICS_HOST: '127.0.0.1',
          METRICS_PORT: String(fronts.metrics ? metricsPort : -1),
        },
      };
      next.send(message);
      const up = await isUp(next, port);
      standby = startProcess(env, packages());
      if (!up) return false;
      fronts.site.switchTo(port);
      fronts.metrics?.switchTo(metricsPort);
      const old = current;
      current = next;
      if (old) void stopProcess(old);
      return true;
    },
    async stop() {
      await Promise.all([current, standby].map((one) => one && stopProcess(one)));
    },
  };
}

/** In its own process group: otherwise Ctrl-C would reach it twice, and a second signal ends it at once. */
function startProcess(env: NodeJS.ProcessEnv, packages: string[]): ChildProcess {
  return spawn(process.execPath, ['--enable-source-maps', STANDBY, ...packages], {
    // The packages do not change between restarts.
    env: { ...env, NODE_COMPILE_CACHE: COMPILE_CACHE },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}

/** False if it ended before: the one before it continues to serve. */
async function isUp(child: ChildProcess, port: number): Promise<boolean> {
  while (isRunning(child)) {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (response?.ok) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

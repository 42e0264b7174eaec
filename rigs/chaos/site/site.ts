import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../src/local/free-port.ts';
import { type Child, startChild } from '../../../test/support/child.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CLOCK = new URL('./skewed-clock.ts', import.meta.url).href;
const POLL_MS = 1000;
/** Enough for a busy machine; the start time is measured. */
const READY_SECONDS = 120;

/** The production build, or the sources if there is none. */
export type Build = {
  describe: string;
  server: string[];
  command: string[];
  /** A hash of every file: equal hashes mean the same program. */
  fingerprint: string;
};

export function findBuild(directory = join(ROOT, 'dist')): Build {
  const server = join(directory, 'server.js');
  if (existsSync(server)) {
    const command = [join(directory, 'cli', 'lamplight.js')];
    const fingerprint = fingerprintOf(directory, /\.js$/);
    return { describe: 'the production build', server: [server], command, fingerprint };
  }
  const from = (path: string) => ['--import', import.meta.resolve('tsx'), join(ROOT, path)];
  const [entry, cli] = [from('src/server.ts'), from('src/cli/lamplight.ts')];
  const fingerprint = fingerprintOf(join(ROOT, 'src'), /\.tsx?$/);
  const describe = 'the sources (no production build)';
  return { describe, server: entry, command: cli, fingerprint };
}

function fingerprintOf(directory: string, names: RegExp): string {
  const hash = createHash('sha256');
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => names.test(name)).sort())
    hash.update(file).update(readFileSync(join(directory, file)));
  return hash.digest('hex').slice(0, 12);
}

/** A restartable process of the site. */
export type AppProcess = {
  readonly port: number;
  readonly url: string;
  readonly pid: number;
  /** How long the last start took until the process was ready. */
  readonly ready_ms: number;
  readonly starts: number;
  isAlive(): boolean;
  output(): string;
  signal(name: NodeJS.Signals): void;
  /** Waits until it has exited. */
  gone(): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  start(): Promise<void>;
};

export async function startApp(
  build: Build,
  role: 'web' | 'worker',
  settings: Record<string, string>,
): Promise<AppProcess> {
  const port = await freePort();
  const metricsPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // A worker serves no requests; its metrics endpoint is the last thing it starts.
  const probe = role === 'web' ? `${url}/readyz` : `http://127.0.0.1:${metricsPort}/metrics`;
  const clock = settings['CLOCK_OFFSET_MS'] ? ['--import', CLOCK] : [];
  let child: Child | undefined;
  const app = { ready_ms: 0, starts: 0 };
  const start = async () => {
    const began = performance.now();
    child = await startChild(process.execPath, [...clock, ...build.server], {
      env: {
        ...settings,
        ROLE: role,
        PORT: String(port),
        METRICS_PORT: role === 'web' ? (settings['METRICS_PORT'] ?? '-1') : String(metricsPort),
      },
      isReady: () => isOk(probe),
      seconds: READY_SECONDS,
    });
    app.ready_ms = performance.now() - began;
    app.starts++;
  };
  await start();
  return {
    port,
    url,
    get pid() {
      return child?.pid ?? 0;
    },
    get ready_ms() {
      return app.ready_ms;
    },
    get starts() {
      return app.starts;
    },
    isAlive: () => child?.isAlive() ?? false,
    output: () => child?.output() ?? '',
    signal: (name) => child?.signal(name),
    gone: () => child?.gone ?? Promise.resolve({ code: null, signal: null }),
    start,
  };
}

async function isOk(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(POLL_MS) });
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

export type Verdict = { clean: boolean; checks: { name: string; rows: number; total: number }[] };

/** `lamplight verify --json` as an operator runs it. */
export async function verifySite(build: Build, env: Record<string, string>): Promise<Verdict> {
  const { stdout, stderr } = await runCommand(build, ['verify', '--json'], env);
  try {
    return JSON.parse(stdout) as Verdict;
  } catch {
    throw new Error(`lamplight verify printed no JSON: ${stdout}${stderr}`);
  }
}

function runCommand(
  build: Build,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...build.command, ...args],
      { env: { PATH: process.env['PATH'] ?? '', ...env }, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
    );
  });
}

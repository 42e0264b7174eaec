/**
 * Builds the container image and runs it as in production: no root, nothing writable but /data and /tmp, no
 * capabilities. `tsx scripts/image-check.ts [docker|podman]`, with DATABASE_URL naming an empty database that the
 * container can reach. BUILD_ARGS has further arguments of the build, a mirror for example.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const IMAGE = 'lamplight:check';
const MAX_MB = 250;
const READY_SECONDS = 60;
const STOP_SECONDS = 40;
const HARDENING = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
];

const [engine = 'docker'] = process.argv.slice(2);
const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) throw new Error('DATABASE_URL must name an empty database');
const settings = {
  DATABASE_URL: databaseUrl,
  SECRET_KEY: 'only for this trial, and for nothing else',
  BASE_URL: 'http://localhost:3000',
};
const run = [
  'run',
  '--network=host',
  ...HARDENING,
  ...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
];

const extra = (process.env['BUILD_ARGS'] ?? '').split(' ').filter(Boolean);
execFileSync(engine, ['build', ...extra, '--tag', IMAGE, '.'], { stdio: 'inherit' });
const [about] = JSON.parse(runEngine('image', 'inspect', IMAGE)) as [{ Size: number }];
console.log(`the image has ${Math.round(about.Size / 1e6)} MB`);
if (about.Size > MAX_MB * 1e6) throw new Error(`it has more than ${MAX_MB} MB`);
console.log(`its version is ${runEngine('run', '--rm', ...HARDENING, IMAGE, '--version')}`);
execFileSync(engine, [...run, '--rm', IMAGE, 'migrate'], { stdio: 'inherit' });

const container = runEngine(...run, '--detach', IMAGE);
try {
  await waitUntilHealthy();
  console.log(`it runs as ${runEngine('exec', container, 'id', '-u')}, and is healthy`);
  if (spawnSync(engine, ['exec', container, 'touch', '/app/written']).status === 0)
    throw new Error('the root of the container can be written to');
  console.log(runEngine('exec', container, 'lamplight', 'backup', '--to', '/tmp'));
  const began = performance.now();
  runEngine('stop', `--time=${STOP_SECONDS}`, container);
  const code = runEngine('inspect', '--format={{.State.ExitCode}}', container);
  console.log(`it stopped after ${((performance.now() - began) / 1000).toFixed(1)} s with ${code}`);
  if (code !== '0') throw new Error('it did not shut down gracefully');
} finally {
  spawnSync(engine, ['rm', '--force', container]);
}

async function waitUntilHealthy(): Promise<void> {
  for (let second = 0; second < READY_SECONDS; second++) {
    const check = ['exec', container, 'node', '/usr/local/lib/lamplight/health.mjs'];
    if (spawnSync(engine, check).status === 0) return;
    await sleep(1000);
  }
  throw new Error(`not healthy: ${runEngine('logs', container)}`);
}

function runEngine(...args: string[]): string {
  return execFileSync(engine, args, { encoding: 'utf8' }).trim();
}

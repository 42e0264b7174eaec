/**
 * Builds the container image and tries it as it will run: no root, nothing writable but /data and /tmp, no
 * capabilities. `tsx scripts/image-check.ts [docker|podman]`, with DATABASE_URL naming an empty database that the
 * container can reach. BUILD_ARGS holds further arguments of the build, a mirror for example.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

const IMAGE = 'lamplight:check';
const READY_SECONDS = 60;
const STOP_SECONDS = 40;
const LOCKED_IN = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
];

const [engine = 'docker'] = process.argv.slice(2);
const databaseUrl = process.env['DATABASE_URL'];
if (!databaseUrl) throw new Error('DATABASE_URL: an empty database for the trial is needed');
const settings = {
  DATABASE_URL: databaseUrl,
  SECRET_KEY: 'only for this trial, and for nothing else',
  BASE_URL: 'http://localhost:3000',
};
const run = [
  'run',
  '--network=host',
  ...LOCKED_IN,
  ...Object.entries(settings).map(([name, value]) => `--env=${name}=${value}`),
];

const extra = (process.env['BUILD_ARGS'] ?? '').split(' ').filter(Boolean);
execFileSync(engine, ['build', ...extra, '--tag', IMAGE, '.'], { stdio: 'inherit' });
const [about] = JSON.parse(ask('image', 'inspect', IMAGE)) as [{ Size: number }];
say(`the image takes ${Math.round(about.Size / 1e6)} MB`);
say(`its program is ${ask('run', '--rm', ...LOCKED_IN, IMAGE, '--version')}`);
execFileSync(engine, [...run, '--rm', IMAGE, 'migrate'], { stdio: 'inherit' });

const container = ask(...run, '--detach', IMAGE);
try {
  await untilHealthy();
  say(`it runs as ${ask('exec', container, 'id', '-u')}, and is healthy`);
  if (spawnSync(engine, ['exec', container, 'touch', '/app/written']).status === 0)
    throw new Error('the root of the container can be written to');
  const began = performance.now();
  ask('stop', `--time=${STOP_SECONDS}`, container);
  const code = ask('inspect', '--format={{.State.ExitCode}}', container);
  say(`it stopped after ${((performance.now() - began) / 1000).toFixed(1)} s with ${code}`);
  if (code !== '0') throw new Error('it did not end by itself');
} finally {
  spawnSync(engine, ['rm', '--force', container]);
}

async function untilHealthy(): Promise<void> {
  for (let second = 0; second < READY_SECONDS; second++) {
    const check = ['exec', container, 'node', '/usr/local/lib/lamplight/health.mjs'];
    if (spawnSync(engine, check).status === 0) return;
    await sleep(1000);
  }
  throw new Error(`not healthy: ${ask('logs', container)}`);
}

function ask(...args: string[]): string {
  return execFileSync(engine, args, { encoding: 'utf8' }).trim();
}

function say(line: string): void {
  console.log(line);
}

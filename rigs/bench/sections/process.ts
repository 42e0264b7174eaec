import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../../../test/support/processes.ts';
import { metric } from '../../chaos/metrics.ts';
import type { Measured } from '../results.ts';
import { spreadOf } from '../sample.ts';
import type { Site } from '../site.ts';

/** Until V8 has released the memory that only the start needed. */
const IDLE_MS = 15_000;
const MEGABYTE = 2 ** 20;

/** The time until a process is ready, and its memory when idle. */
export async function measureProcess(site: Site, times: number): Promise<Measured> {
  const starts: number[] = [];
  const next: number[] = [];
  const sizes: number[] = [];
  const compileCache = { NODE_COMPILE_CACHE: join(site.environment.directory, 'code') };
  await startOnce(site, compileCache);
  for (let turn = 0; turn < times; turn++) {
    const plain = await startOnce(site);
    starts.push(plain.ready_s);
    sizes.push(plain.megabytes);
    next.push((await startOnce(site, compileCache)).ready_s);
  }
  const [start, size] = [spreadOf(starts), spreadOf(sizes)];
  const metrics = [
    metric('ready after start, median', start.median, 's', { max: 1.5 }),
    metric('ready after start, slowest', start.most, 's'),
    metric(
      'ready after start, with the compile cache of deploy/systemd',
      spreadOf(next).median,
      's',
    ),
    metric('resident when idle, median', size.median, 'MB', { max: 150 }),
    metric('resident when idle, most', size.most, 'MB'),
    metric('resident after all of the above', residentBytes(site.web.pid) / MEGABYTE, 'MB'),
  ];
  const series = {
    'ready after start, s': starts,
    'ready after start, compile cache, s': next,
    'resident when idle, MB': sizes,
  };
  return { metrics, series };
}

async function startOnce(site: Site, settings: Record<string, string> = {}) {
  const web = await site.startWeb(settings);
  await sleep(IDLE_MS);
  const megabytes = residentBytes(web.pid) / MEGABYTE;
  web.signal('SIGTERM');
  await web.gone();
  return { ready_s: web.ready_ms / 1000, megabytes };
}

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../../../test/support/processes.ts';
import { figure } from '../../chaos/figures.ts';
import type { Measured } from '../results.ts';
import { spreadOf } from '../sample.ts';
import type { Site } from '../site.ts';

/** After the engine has given back what only the start needed. */
const IDLE_MS = 15_000;
const MEGABYTE = 2 ** 20;

/** How soon a process serves, and what it holds while nobody comes. */
export async function measureProcess(site: Site, times: number): Promise<Measured> {
  const starts: number[] = [];
  const next: number[] = [];
  const sizes: number[] = [];
  const kept = { NODE_COMPILE_CACHE: join(site.place.directory, 'code') };
  await startOnce(site, kept);
  for (let turn = 0; turn < times; turn++) {
    const plain = await startOnce(site);
    starts.push(plain.ready_s);
    sizes.push(plain.megabytes);
    next.push((await startOnce(site, kept)).ready_s);
  }
  const [start, size] = [spreadOf(starts), spreadOf(sizes)];
  const figures = [
    figure('ready after start, median', start.median, 's', { max: 1.5 }),
    figure('ready after start, slowest', start.most, 's'),
    figure('ready after start, code kept as under deploy/systemd', spreadOf(next).median, 's'),
    figure('resident when idle, median', size.median, 'MB', { max: 150 }),
    figure('resident when idle, most', size.most, 'MB'),
    figure('resident after all of the above', residentBytes(site.web.pid) / MEGABYTE, 'MB'),
  ];
  const series = {
    'ready after start, s': starts,
    'ready after start, code kept, s': next,
    'resident when idle, MB': sizes,
  };
  return { figures, series };
}

async function startOnce(site: Site, settings: Record<string, string> = {}) {
  const web = await site.startWeb(settings);
  await sleep(IDLE_MS);
  const megabytes = residentBytes(web.pid) / MEGABYTE;
  web.signal('SIGTERM');
  await web.gone();
  return { ready_s: web.ready_ms / 1000, megabytes };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { figure } from '../../chaos/figures.ts';
import { residentBytes } from '../../support/processes.ts';
import type { Measured } from '../results.ts';
import { spreadOf } from '../sample.ts';
import type { Site } from '../site.ts';

/** After the engine has given back what only the start needed. */
const IDLE_MS = 15_000;
const MEGABYTE = 2 ** 20;

/** How soon a process serves, and what it holds while nobody comes. */
export async function measureProcess(site: Site, times: number): Promise<Measured> {
  const starts: number[] = [];
  const sizes: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const web = await site.startWeb();
    await sleep(IDLE_MS);
    starts.push(web.ready_ms / 1000);
    sizes.push(residentBytes(web.pid) / MEGABYTE);
    web.signal('SIGTERM');
    await web.gone();
  }
  const [start, size] = [spreadOf(starts), spreadOf(sizes)];
  const figures = [
    figure('ready after start, median', start.median, 's', { max: 1.5 }),
    figure('ready after start, slowest', start.most, 's'),
    figure('resident when idle, median', size.median, 'MB', { max: 150 }),
    figure('resident when idle, most', size.most, 'MB'),
    figure('resident after all of the above', residentBytes(site.web.pid) / MEGABYTE, 'MB'),
  ];
  return { figures, series: { 'ready after start, s': starts, 'resident when idle, MB': sizes } };
}

import { type Figure, figure } from '../chaos/figures.ts';
import type { Bench } from './bench.ts';
import { isServed, type Sample } from './sample.ts';

const MICROSECONDS = 1e6;

/** How busy the web process and the generator were: whichever of them had its core to itself is what limits. */
export function watchCores(bench: Bench) {
  const [began, web, own] = [performance.now(), bench.cpuSeconds(), process.cpuUsage()];
  return {
    figuresFor(samples: Sample[]): Figure[] {
      const seconds = (performance.now() - began) / 1000;
      const used = bench.cpuSeconds() - web;
      const { user, system } = process.cpuUsage(own);
      const served = samples.filter(isServed).length;
      return [
        figure('time of a core per request served', (used / served) * 1000, 'ms'),
        figure('core of the web process in use', (used / seconds) * 100, '%'),
        figure(
          'core of the generator in use',
          ((user + system) / MICROSECONDS / seconds) * 100,
          '%',
        ),
      ];
    },
  };
}

import { type Metric, metric } from '../chaos/metrics.ts';
import { isServed, type Sample } from './sample.ts';
import type { Site } from './site.ts';

const MICROSECONDS = 1e6;

/** How busy the web process and the generator were: whichever of them had its core to itself is what limits. */
export function watchCores(site: Site) {
  const [began, web, own] = [performance.now(), site.cpuSeconds(), process.cpuUsage()];
  return {
    metricsFor(samples: Sample[]): Metric[] {
      const seconds = (performance.now() - began) / 1000;
      const used = site.cpuSeconds() - web;
      const { user, system } = process.cpuUsage(own);
      const served = samples.filter(isServed).length;
      return [
        metric('time of a core per request served', (used / served) * 1000, 'ms'),
        metric('core of the web process in use', (used / seconds) * 100, '%'),
        metric(
          'core of the generator in use',
          ((user + system) / MICROSECONDS / seconds) * 100,
          '%',
        ),
      ];
    },
  };
}

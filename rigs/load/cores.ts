import { type Metric, metric } from '../chaos/metrics.ts';
import { isServed, type Sample } from './sample.ts';
import type { Site } from './site.ts';

const MICROSECONDS = 1e6;

/** CPU use of the web process and of the generator: a saturated core is the limit. */
export function watchCores(site: Site) {
  const [began, web, own] = [performance.now(), site.cpuSeconds(), process.cpuUsage()];
  return {
    metricsFor(samples: Sample[]): Metric[] {
      const seconds = (performance.now() - began) / 1000;
      const used = site.cpuSeconds() - web;
      const { user, system } = process.cpuUsage(own);
      const served = samples.filter(isServed).length;
      return [
        metric('CPU time per request served', (used / served) * 1000, 'ms'),
        metric('CPU use of the web process', (used / seconds) * 100, '%'),
        metric('CPU use of the generator', ((user + system) / MICROSECONDS / seconds) * 100, '%'),
      ];
    },
  };
}

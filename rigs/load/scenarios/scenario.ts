import type { Metric } from '../../chaos/metrics.ts';
import { arrive } from '../arrivals.ts';
import type { Sample } from '../sample.ts';
import type { Site } from '../site.ts';
import { mixed } from '../traffic.ts';

/** A load of RELIABILITY's programme: how it is generated, and its targets. */
export type Scenario = {
  id: string;
  title: string;
  /** The default length; most targets are defined for longer runs. */
  seconds: number;
  run(stage: Stage): Promise<Outcome>;
};

export type Stage = {
  site: Site;
  /** Requests per second, see capacity.ts. */
  capacity: number;
  seconds: number;
  random(): number;
};

export type Outcome = { metrics: Metric[]; samples: Sample[] };

/** Mixed traffic at a multiple of the capacity. */
export function traffic(
  { site, capacity, random, seconds }: Stage,
  times: number,
  length = seconds,
): Promise<Sample[]> {
  return arrive(site.client, {
    rate: capacity * times,
    seconds: length,
    next: mixed(site.community, random),
  });
}

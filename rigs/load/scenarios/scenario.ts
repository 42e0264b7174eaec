import type { Figure } from '../../chaos/figures.ts';
import { arrive } from '../arrivals.ts';
import type { Bench } from '../bench.ts';
import type { Sample } from '../sample.ts';
import { mixed } from '../traffic.ts';

/** A load of RELIABILITY's programme: how it is made, and what may be seen of it. */
export type Scenario = {
  id: string;
  title: string;
  /** How long unless told otherwise; what is wanted there is mostly longer. */
  seconds: number;
  run(stage: Stage): Promise<Outcome>;
};

export type Stage = {
  bench: Bench;
  /** Requests a second, see capacity.ts. */
  capacity: number;
  seconds: number;
  random(): number;
};

export type Outcome = { figures: Figure[]; samples: Sample[] };

/** Mixed traffic at so many times the capacity. */
export function traffic(
  { bench, capacity, random, seconds }: Stage,
  times: number,
  length = seconds,
): Promise<Sample[]> {
  return arrive(bench.wire, {
    rate: capacity * times,
    seconds: length,
    next: mixed(bench.community, random),
  });
}

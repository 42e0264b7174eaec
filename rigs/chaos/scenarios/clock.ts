import { calendarDay, startOfDay } from '../../../src/platform/clock.ts';
import { metric } from '../metrics.ts';
import { startProbe } from './redis.ts';
import { type Scenario, underLoad } from './scenario.ts';

const DAY_MS = 24 * 3600 * 1000;
const SKEW_MS = 5 * 60 * 1000;

/** The mean of both clocks passes midnight in Shanghai in the middle of the run. */
function offsetsFor(seconds: number): [number, number] {
  const now = Date.now();
  const midnight = startOfDay(calendarDay(new Date(now + DAY_MS))).getTime();
  const middle = midnight - now - (seconds * 1000) / 2;
  const skew = skewFor(seconds);
  return [middle + skew, middle - skew];
}

/** Less in a short run, or neither clock would pass midnight. */
function skewFor(seconds: number): number {
  return Math.min(SKEW_MS, (seconds * 1000) / 4);
}

export const WRONG_CLOCKS: Scenario = {
  id: 'C12',
  title: 'clocks wrong by 5 minutes either way, through midnight in Shanghai',
  minutes: 15,
  rig: (seconds) => ({ clock_offsets_ms: offsetsFor(seconds) }),
  async run(world, stage) {
    const probe = await startProbe(world);
    await underLoad(world, stage, async () => {});
    const lookUps = await probe.stop();
    const [days] = await world.rig.sql<{ days: number; most: number; all: number }>(
      `select count(distinct day)::int as days, coalesce(max(times), 0)::int as most, coalesce(sum(times), 0)::int as all
         from (select uid, day, count(*) as times from user_checkin group by uid, day) as per_day`,
    );
    return [
      metric('clocks wrong by', skewFor(stage.seconds) / 1000, 's'),
      metric('days', days?.days ?? 0, '', { min: 2 }),
      metric('check-ins', days?.all ?? 0, ''),
      metric('most of one member and day', days?.most ?? 0, '', { max: 1 }),
      lookUps,
    ];
  },
};

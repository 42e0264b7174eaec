import { metric } from '../../chaos/metrics.ts';
import { logInAndOut } from '../log-in-out.ts';
import { during, goodput, isServed, isShed, ofPart, type Sample, tookAt } from '../sample.ts';
import { type Scenario, traffic } from './scenario.ts';

/** The first seconds are measured by L5. */
const SETTLING_MS = 5_000;

export const TWICE_CAPACITY: Scenario = {
  id: 'L3',
  title: '2 C of mixed traffic, and people who log in and out',
  seconds: 60,
  async run(stage) {
    const [crowd, sessions] = await Promise.all([traffic(stage, 2), logInAndOut(stage)]);
    const end = stage.seconds * 1000;
    const settled = during(crowd, { from: SETTLING_MS, to: end });
    const served = settled.filter(isServed);
    const shed = settled.filter(isShed);
    const good = goodput(crowd, { from: SETTLING_MS, to: end });
    const metrics = [
      metric('goodput', good, 'requests/s'),
      metric('goodput in % of C', (good / stage.capacity) * 100, '%', { min: 90 }),
      metric('served, p50', tookAt(served, 0.5), 'ms'),
      metric('served, p99', tookAt(served, 0.99), 'ms', { max: 500 }),
      metric('shed', (shed.length / settled.length) * 100, '%'),
      metric('shed, p50', tookAt(shed, 0.5), 'ms'),
      metric('shed, p99', tookAt(shed, 0.99), 'ms', { max: 50 }),
      metric('shed without Retry-After', shed.filter((one) => !one.retry_after).length, '', {
        max: 0,
      }),
      metric('log-ins that went through', shareServed(ofPart(sessions, 'login')), '%', { min: 99 }),
      metric('log-outs that went through', shareServed(ofPart(sessions, 'session')), '%', {
        min: 99,
      }),
      metric('failed otherwise', settled.filter(isLost).length, '', { max: 0 }),
    ];
    return { metrics, samples: [...crowd, ...sessions] };
  },
};

export function isLost(sample: Sample): boolean {
  return sample.status === 0 || (sample.status >= 500 && !isShed(sample));
}

function shareServed(samples: Sample[]): number {
  return (samples.filter(isServed).length / samples.length) * 100;
}

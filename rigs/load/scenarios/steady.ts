import { metric } from '../../chaos/metrics.ts';
import { isFailed, ofPart, tookAt } from '../sample.ts';
import { type Scenario, traffic } from './scenario.ts';

export const BELOW_CAPACITY: Scenario = {
  id: 'L1',
  title: '0.7 C of mixed traffic',
  seconds: 60,
  async run(stage) {
    const samples = await traffic(stage, 0.7);
    const [reads, writes] = [ofPart(samples, 'read'), ofPart(samples, 'write')];
    const metrics = [
      metric('reads, p50', tookAt(reads, 0.5), 'ms', { max: 10 }),
      metric('reads, p99', tookAt(reads, 0.99), 'ms', { max: 100 }),
      metric('writes, p50', tookAt(writes, 0.5), 'ms'),
      metric('writes, p99', tookAt(writes, 0.99), 'ms', { max: 200 }),
      metric('failed', samples.filter(isFailed).length, '', { max: 0 }),
    ];
    return { metrics, samples };
  },
};

export const AT_CAPACITY: Scenario = {
  id: 'L2',
  title: '1.0 C of mixed traffic',
  seconds: 60,
  async run(stage) {
    const samples = await traffic(stage, 1);
    const metrics = [
      metric('p99', tookAt(samples, 0.99), 'ms', { max: 250 }),
      metric('failed', samples.filter(isFailed).length, '', { max: 0 }),
    ];
    return { metrics, samples };
  },
};

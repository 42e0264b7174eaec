import { metric } from '../../chaos/metrics.ts';
import { arrive } from '../arrivals.ts';
import { logIn } from '../log-in-out.ts';
import { isFailed, isServed, isShed, tookAt } from '../sample.ts';
import { watchHighest } from '../watch.ts';
import { isLost } from './overload.ts';
import { type Scenario, traffic } from './scenario.ts';

const RATE = 200;
const OTHERS = 0.3;
const ALONE_SECONDS = 15;
/** 50 waiting, and one per core of the web process. */
const HASHES_MAX = 51;
const LOOK_MS = 5_000;

export const LOGINS: Scenario = {
  id: 'L7',
  title: '200 log-ins a second, beside 0.3 C of mixed traffic',
  seconds: 30,
  async run(stage) {
    const { site, seconds } = stage;
    const alone = await traffic(stage, OTHERS, ALONE_SECONDS);
    const { members } = site.community;
    let count = 0;
    const next = () => logIn(members[count++ % members.length] as (typeof members)[number]);
    // Resets the event-loop lag, which is reported since the last scrape.
    await site.metrics();
    const watch = watchHighest(async () => {
      const gauge = await site.metrics();
      return {
        delay: gauge('nodejs_eventloop_lag_p99_seconds') * 1000,
        hashes: gauge('lamplight_password_hashes_in_flight'),
      };
    }, LOOK_MS);
    const [logins, others] = await Promise.all([
      arrive(site.client, { rate: RATE, seconds, next }),
      traffic(stage, OTHERS),
    ]);
    const highest = await watch.stop();
    const [before, beside] = [tookAt(alone, 0.99), tookAt(others, 0.99)];
    const metrics = [
      metric('log-ins sent', logins.length / seconds, '/s'),
      metric('log-ins that went through', logins.filter(isServed).length / seconds, '/s'),
      metric('log-ins shed, p99', tookAt(logins.filter(isShed), 0.99), 'ms'),
      metric('log-ins lost', logins.filter(isLost).length, '', { max: 0 }),
      metric('password hashes running and waiting', highest.hashes, '', { max: HASHES_MAX }),
      metric('event-loop delay, p99 of the worst 5 s', highest.delay, 'ms', { max: 50 }),
      metric('others before, p99', before, 'ms'),
      metric('others beside, p99', beside, 'ms'),
      metric('others, p99 beside / before', beside / before, '×', { max: 1.5 }),
      metric('others failed', others.filter(isFailed).length, '', { max: 0 }),
    ];
    return { metrics, samples: [...alone, ...logins, ...others] };
  },
};

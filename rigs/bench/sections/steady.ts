import { atEnd } from '../../../test/support/cleanup.ts';
import { metric, percentile } from '../../chaos/metrics.ts';
import { arrive } from '../../load/arrivals.ts';
import { type CapacityOptions, findCapacity } from '../../load/capacity.ts';
import { openHttpClient } from '../../load/http-client.ts';
import { isFailed, ofPart, type Sample, tookAt } from '../../load/sample.ts';
import { mixed } from '../../load/traffic.ts';
import { hotPosts, random } from '../operations/operation.ts';
import { uidsOf } from '../people.ts';
import type { Measured } from '../results.ts';
import { openSessions } from '../sessions.ts';
import type { Site } from '../site.ts';

const BELOW = 0.7;
const WARM_SECONDS = 15;
/** Posts that get most of the traffic. */
const HOT = 5;

/** An open model of mixed traffic below capacity: the tail latency. */
export async function measureSteady(
  site: Site,
  seconds: number,
  search: CapacityOptions,
): Promise<Measured> {
  const client = openHttpClient(site.web.url);
  atEnd(() => client.close());
  const community = await settle(site);
  const { rate } = await findCapacity({ client, community }, random, search);
  const next = mixed(await settle(site), random);
  const arrivals = { rate: rate * BELOW, next };
  // The first requests of new sessions and of the day do extra work.
  await arrive(client, { ...arrivals, seconds: WARM_SECONDS });
  const samples = await arrive(client, { ...arrivals, seconds });
  const lateness = samples.map(({ late }) => late);
  const metrics = [
    metric('capacity: the most a second with p99 ≤ 250 ms', rate, '/s'),
    metric('sent', rate * BELOW, '/s'),
    metric('failed', samples.filter(isFailed).length, '', { max: 0 }),
    metric('p50', tookAt(samples, 0.5), 'ms'),
    metric('p99', tookAt(samples, 0.99), 'ms'),
    metric('p99 / p50', tailOf(samples), '×', { max: 5 }),
    metric('p99 of how late the generator sent', percentile(lateness, 0.99), 'ms'),
    metric('p99 / p50 of reads', tailOf(ofPart(samples, 'read')), '×'),
    metric('p99 / p50 of writes', tailOf(ofPart(samples, 'write')), '×'),
  ];
  return { metrics };
}

function tailOf(samples: Sample[]): number {
  return tookAt(samples, 0.99) / tookAt(samples, 0.5);
}

/** The crowd, with sessions that last for the next half hour. */
async function settle(site: Site) {
  const sessions = await openSessions(site.service.ctx, uidsOf(site.people.crowd), 'bearer');
  // None of these members has written a post.
  const posts = hotPosts(site).ids.map((id) => ({ id, author_uid: 0 }));
  return {
    members: sessions.map(({ uid, token }) => ({ uid, session: { access: token } })),
    hot: posts.slice(0, HOT),
    posts,
  };
}

import { atEnd } from '../../../test/support/cleanup.ts';
import { figure, percentile } from '../../chaos/figures.ts';
import { arrive } from '../../load/arrivals.ts';
import { type CapacityOptions, findCapacity } from '../../load/capacity.ts';
import { isFailed, ofPart, type Sample, tookAt } from '../../load/sample.ts';
import { mixed } from '../../load/traffic.ts';
import { openWire } from '../../load/wire.ts';
import { hotPosts, random } from '../operations/operation.ts';
import { uidsOf } from '../people.ts';
import type { Measured } from '../results.ts';
import { openSessions } from '../sessions.ts';
import type { Site } from '../site.ts';

const BELOW = 0.7;
const WARM_SECONDS = 15;
/** Everybody looks at these. */
const HOT = 5;

/** An open model of mixed traffic, below what the site can do: does anybody wait much longer than most? */
export async function measureSteady(
  site: Site,
  seconds: number,
  search: CapacityOptions,
): Promise<Measured> {
  const wire = openWire(site.web.url);
  atEnd(() => wire.close());
  const community = await settle(site);
  const { rate } = await findCapacity({ wire, community }, random, search);
  const next = mixed(await settle(site), random);
  const arrivals = { rate: rate * BELOW, next };
  // New sessions are seen for the first time, and who comes first today is checked in.
  await arrive(wire, { ...arrivals, seconds: WARM_SECONDS });
  const samples = await arrive(wire, { ...arrivals, seconds });
  const lateness = samples.map(({ late }) => late);
  const figures = [
    figure('capacity: the most a second with p99 ≤ 250 ms', rate, '/s'),
    figure('sent', rate * BELOW, '/s'),
    figure('failed', samples.filter(isFailed).length, '', { max: 0 }),
    figure('p50', tookAt(samples, 0.5), 'ms'),
    figure('p99', tookAt(samples, 0.99), 'ms'),
    figure('p99 / p50', tailOf(samples), '×', { max: 5 }),
    figure('p99 of how late the generator sent', percentile(lateness, 0.99), 'ms'),
    figure('p99 / p50 of reads', tailOf(ofPart(samples, 'read')), '×'),
    figure('p99 / p50 of writes', tailOf(ofPart(samples, 'write')), '×'),
  ];
  return { figures };
}

function tailOf(samples: Sample[]): number {
  return tookAt(samples, 0.99) / tookAt(samples, 0.5);
}

/** The crowd, with sessions that are good for the next half hour. */
async function settle(site: Site) {
  const sessions = await openSessions(site.service.ctx, uidsOf(site.people.crowd), 'bearer');
  // None of them has written anything, so nobody's post is anybody's own.
  const posts = hotPosts(site).ids.map((id) => ({ id, author_uid: 0 }));
  return {
    members: sessions.map(({ uid, token }) => ({ uid, session: { access: token } })),
    hot: posts.slice(0, HOT),
    posts,
  };
}

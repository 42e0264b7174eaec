import { type Metric, metric } from '../../chaos/metrics.ts';
import { arrive } from '../arrivals.ts';
import type { Call } from '../http-client.ts';
import { goodput, isShed, type Sample, tookAt } from '../sample.ts';
import type { Site } from '../site.ts';
import { as, energizeRequest, isRich } from '../traffic.ts';
import { watchHighest } from '../watch.ts';
import { isLost } from './overload.ts';
import type { Scenario } from './scenario.ts';

const LIKES = 500;
const ENERGIZES = 200;
const LOOK_MS = 100;
const LOCK_WAIT_MS = 1_000;

export const HOT: Scenario = {
  id: 'L9',
  title: 'one post gets 500 likes a second, then one author 200 energizes a second',
  seconds: 20,
  async run({ site, seconds }) {
    const { members, hot } = site.community;
    const [post] = hot;
    if (!post) throw new Error('a community without posts');
    const givers = members.filter(isRich).filter(({ uid }) => uid !== post.author_uid);
    const theirs = hot.filter(({ author_uid }) => author_uid === post.author_uid);
    let count = 0;
    /** In rounds, so that all members like and unlike the post in turns. */
    const like = (): Call => ({
      kind: 'like',
      part: 'write',
      method: 'POST',
      path: `/api/posts/${post.id}/like`,
      body: { liked: Math.floor(count / givers.length) % 2 === 0 },
      ...as(givers[count++ % givers.length] as (typeof givers)[number]),
    });
    const energize = (): Call => ({
      kind: 'energize',
      part: 'write',
      ...energizeRequest(
        (theirs[count % theirs.length] ?? post).id,
        givers[count++ % givers.length] as (typeof givers)[number],
      ),
    });
    const watch = watchHighest(async () => ({ waited: await longestLockWait(site) }), LOOK_MS);
    const likes = await arrive(site.client, { rate: LIKES, seconds, next: like });
    count = 0;
    const energizes = await arrive(site.client, { rate: ENERGIZES, seconds, next: energize });
    const { waited } = await watch.stop();
    const metrics = [
      ...metricsOf('likes', likes, seconds),
      ...metricsOf('energizes', energizes, seconds),
      metric('longest wait for a lock', waited, 'ms', { max: LOCK_WAIT_MS }),
      metric('lost', [...likes, ...energizes].filter(isLost).length, '', { max: 0 }),
    ];
    return { metrics, samples: [...likes, ...energizes] };
  },
};

function metricsOf(name: string, samples: Sample[], seconds: number): Metric[] {
  return [
    metric(`${name} sent`, samples.length / seconds, '/s'),
    metric(`${name} done`, goodput(samples, { from: 0, to: seconds * 1000 }), '/s'),
    metric(`${name} shed`, samples.filter(isShed).length, ''),
    metric(
      `${name}, p99`,
      tookAt(
        samples.filter((one) => !isShed(one)),
        0.99,
      ),
      'ms',
    ),
  ];
}

async function longestLockWait({ sql }: Site): Promise<number> {
  const [row] = await sql<{ ms: number }>(
    `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
       from pg_locks where not granted`,
  );
  return row?.ms ?? 0;
}

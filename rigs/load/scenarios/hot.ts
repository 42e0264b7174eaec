import { type Figure, figure } from '../../chaos/figures.ts';
import { arrive } from '../arrivals.ts';
import type { Bench } from '../bench.ts';
import { goodput, isShed, type Sample, tookAt } from '../sample.ts';
import { as, energizing, isRich } from '../traffic.ts';
import { watchHighest } from '../watch.ts';
import type { Call } from '../wire.ts';
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
  async run({ bench, seconds }) {
    const { members, hot } = bench.community;
    const [post] = hot;
    if (!post) throw new Error('a community without posts');
    const givers = members.filter(isRich).filter(({ uid }) => uid !== post.author_uid);
    const theirs = hot.filter(({ author_uid }) => author_uid === post.author_uid);
    let count = 0;
    /** Round after round, so that everybody likes it and lets go of it in turns. */
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
      ...energizing(
        (theirs[count % theirs.length] ?? post).id,
        givers[count++ % givers.length] as (typeof givers)[number],
      ),
    });
    const watch = watchHighest(async () => ({ waited: await longestLockWait(bench) }), LOOK_MS);
    const likes = await arrive(bench.wire, { rate: LIKES, seconds, next: like });
    count = 0;
    const energizes = await arrive(bench.wire, { rate: ENERGIZES, seconds, next: energize });
    const { waited } = await watch.stop();
    const figures = [
      ...figuresOf('likes', likes, seconds),
      ...figuresOf('energizes', energizes, seconds),
      figure('longest wait for a lock', waited, 'ms', { max: LOCK_WAIT_MS }),
      figure('lost', [...likes, ...energizes].filter(isLost).length, '', { max: 0 }),
    ];
    return { figures, samples: [...likes, ...energizes] };
  },
};

function figuresOf(name: string, samples: Sample[], seconds: number): Figure[] {
  return [
    figure(`${name} sent`, samples.length / seconds, '/s'),
    figure(`${name} done`, goodput(samples, { from: 0, to: seconds * 1000 }), '/s'),
    figure(`${name} turned away`, samples.filter(isShed).length, ''),
    figure(
      `${name}, p99`,
      tookAt(
        samples.filter((one) => !isShed(one)),
        0.99,
      ),
      'ms',
    ),
  ];
}

async function longestLockWait({ sql }: Bench): Promise<number> {
  const [row] = await sql<{ ms: number }>(
    `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8 as ms
       from pg_locks where not granted`,
  );
  return row?.ms ?? 0;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { withClient } from '../../test/support/with-client.ts';
import {
  attemptsOf,
  latencies,
  longestSilence,
  metric,
  percentile,
  within,
} from '../chaos/metrics.ts';
import { type Scenario, underLoad } from '../chaos/scenarios/scenario.ts';
import { type Citus, startCitus } from './citus.ts';
import { countFailed } from './lost-worker.ts';

/** Before and after the moves. */
const CALM_MS = 10_000;
const GROUPS = ['user_checkin', 'post_revision'];

type Shard = { shard: string; from: number; to: number };

/** Half of one worker's shards go to the next one by logical replication, each with all tables of its group. */
export function movingShards(): Scenario {
  let citus: Citus;
  return {
    id: 'moved-shards',
    title: 'shards moved to another worker while members write',
    minutes: 1.5,
    rig: () => ({
      near: true,
      postgres: async (directory) => {
        citus = await startCitus(directory);
        return citus;
      },
    }),
    async run(world, stage) {
      const { history } = world;
      const seconds: number[] = [];
      const span = { from: 0, to: 0 };
      await underLoad(world, stage, async (until) => {
        await sleep(CALM_MS);
        span.from = history.now();
        for (const shard of await listShards(citus)) {
          if (until.isOver(CALM_MS)) break;
          const began = history.now();
          await moveShard(citus, shard);
          seconds.push((history.now() - began) / 1000);
          history.note('shard moved', shard);
        }
        span.to = history.now();
      });
      const writes = history.operations.filter(({ method }) => method !== 'GET');
      const during = writes.filter(({ invoked }) => within(span, invoked));
      const others = writes.filter(({ invoked }) => !within(span, invoked));
      const ok = (list: typeof writes) =>
        latencies(attemptsOf(list).filter(({ status }) => status >= 200 && status < 300));
      return [
        metric('groups of shards moved', seconds.length, '', { min: 2 }),
        metric('time of a move, median', percentile(seconds, 0.5), 's'),
        metric('time of a move, longest', Math.max(0, ...seconds), 's'),
        metric('longest time without an acknowledged write', longestSilence(during, span), 'ms'),
        metric('longest acknowledged write', Math.max(0, ...ok(during)), 'ms'),
        metric('an acknowledged write meanwhile, p99', percentile(ok(during), 0.99), 'ms'),
        metric('an acknowledged write otherwise, p99', percentile(ok(others), 0.99), 'ms'),
        metric('failed requests in all', countFailed(history.operations), ''),
      ];
    },
  };
}

async function listShards({ url, workers }: Citus): Promise<Shard[]> {
  const [first, second] = workers;
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ shard: string }>(
      `select shardid::text as shard from pg_dist_placement
         join pg_dist_node using (groupid) join pg_dist_shard using (shardid)
        where logicalrelid = any($1::text[]::regclass[]) and nodeport = $2 order by shardid`,
      [GROUPS, first?.port],
    );
    return rows
      .filter((_, index) => index % 2 === 0)
      .map(({ shard }) => ({ shard, from: first?.port ?? 0, to: second?.port ?? 0 }));
  });
}

async function moveShard({ url }: Citus, { shard, from, to }: Shard): Promise<void> {
  await withClient(url, (client) =>
    client.query(
      `select citus_move_shard_placement($1, '127.0.0.1', $2, '127.0.0.1', $3, 'force_logical')`,
      [shard, from, to],
    ),
  );
}

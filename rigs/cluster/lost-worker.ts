import { setTimeout as sleep } from 'node:timers/promises';
import { isError } from '../chaos/classify.ts';
import type { Operation } from '../chaos/history.ts';
import { attemptsOf, lastErrorAfter, type Metric, metric, within } from '../chaos/metrics.ts';
import { type Scenario, underLoad } from '../chaos/scenarios/scenario.ts';
import { type Citus, failOver, locateRows, startCitus } from './citus.ts';

/** How long a failover program may need to detect it. */
const DETECTION_MS = 10_000;

export function losingWorker(): Scenario {
  let citus: Citus;
  return {
    id: 'lost-worker',
    title: 'a worker killed under load, and its synchronous standby promoted',
    minutes: 1.5,
    rig: () => ({
      near: true,
      postgres: async (directory) => {
        citus = await startCitus(directory, { standbys: true });
        return citus;
      },
    }),
    async run(world, stage) {
      const { history } = world;
      const [victim] = citus.workers;
      if (!victim) throw new Error('no worker');
      const located = await locateRows(citus);
      const dead = victim.port;
      const at = { killed: 0, promoted: 0, end: 0 };
      await underLoad(world, stage, async () => {
        await sleep((stage.seconds * 1000) / 3);
        at.killed = history.now();
        history.note('worker killed', { port: dead });
        await victim.server.kill();
        await sleep(DETECTION_MS);
        await failOver(citus, victim);
        at.promoted = history.now();
        history.note('standby promoted', { port: victim.port });
      });
      at.end = history.now();
      const outage = { from: at.killed, to: at.promoted };
      const sent = history.operations.filter(({ invoked }) => within(outage, invoked));
      const needsIt = (operation: Operation) => portsOf(operation, located).includes(dead);
      const others = sent.filter((one) => !needsIt(one));
      const after = { from: at.promoted, to: at.end };
      return [
        metric('without the worker', (outage.to - outage.from) / 1000, 's'),
        ...served('on its shards', sent.filter(needsIt)),
        ...served('on other shards', others),
        ...served(
          'on other shards, pages and reads',
          others.filter(({ method }) => method === 'GET'),
        ),
        metric('failed requests in all', countFailed(history.operations), ''),
        metric(
          'last failed request after the promotion',
          lastErrorAfter(history.operations, after) / 1000,
          's',
          {
            max: 10,
          },
        ),
      ];
    },
  };
}

const ON_A_POST = ['like', 'dislike', 'favorite', 'comment', 'energize', 'save', 'look'];

/** Where an operation has distributed rows: its member, its post, and who receives energy for it. */
function portsOf(
  { kind, uid, target }: Operation,
  { members, posts }: Awaited<ReturnType<typeof locateRows>>,
): (number | undefined)[] {
  const post = ON_A_POST.includes(kind) && target !== undefined ? posts.get(target) : undefined;
  const receiver = kind === 'energize' && post ? members.get(post.author) : undefined;
  return [members.get(uid)?.port, post?.port, receiver?.port];
}

function served(whose: string, operations: Operation[]): Metric[] {
  const ok = operations.filter(({ attempts: [first] }) => first && !isError(first));
  const share = operations.length === 0 ? 0 : (ok.length / operations.length) * 100;
  return [
    metric(`meanwhile, operations ${whose}`, operations.length, ''),
    metric(`of these served at the first attempt`, share, '%'),
  ];
}

export function countFailed(operations: Operation[]): number {
  return attemptsOf(operations).filter(isError).length;
}

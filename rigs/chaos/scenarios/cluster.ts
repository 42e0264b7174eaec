import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../clients.ts';
import { longestSilence, type Metric, metric, type Span } from '../metrics.ts';
import { CLUSTER_PROGRAMS, type Cluster, type Replication } from '../site/cluster.ts';
import type { ClusterNode } from '../site/cluster-node.ts';
import { type Scenario, type Stage, underLoad } from './scenario.ts';

const BACK_MS = 30_000;
const PROBE_MS = 100;
/** The longest round on a machine with spare capacity: a round that would not end in time is not started. */
const ROUND_MS = 60_000;

type Fault = {
  name: string;
  inject(node: ClusterNode): Promise<void> | void;
  repair(node: ClusterNode): Promise<void> | void;
};

const FAULTS: Fault[] = [
  { name: 'killed', inject: (node) => node.kill(), repair: (node) => node.start() },
  { name: 'cut off', inject: (node) => node.cut(), repair: (node) => node.heal() },
  { name: 'paused', inject: (node) => node.freeze(), repair: (node) => node.thaw() },
];

type Round = { fault: string; span: Span; accepted_by_old: number };

export const LOST_PRIMARY: Scenario = losing('synchronous', {
  id: 'C4',
  title: 'the primary of a cluster of three killed, cut off, paused, in turn',
  minutes: 12,
});

export const LOST_PRIMARY_ASYNC: Scenario = losing('asynchronous', {
  id: 'C4-async',
  title: 'the same, where a commit waits for no standby: what that loses',
  minutes: 5,
  may_lose: true,
});

function losing(
  cluster: Replication,
  about: Pick<Scenario, 'id' | 'title' | 'minutes' | 'may_lose'>,
): Scenario {
  return {
    ...about,
    needs: CLUSTER_PROGRAMS,
    rig: () => ({ cluster }),
    async run(world, stage) {
      const rounds: Round[] = [];
      const starts = startsOf(world);
      await underLoad(world, stage, async (until) => {
        for (let turn = 0; !until.isOver(ROUND_MS); turn++) {
          const fault = FAULTS[turn % FAULTS.length] as Fault;
          rounds.push(await playRound(world, stage, fault));
        }
      });
      const limit = cluster === 'synchronous' ? { max: 0 } : {};
      return [
        ...FAULTS.flatMap((fault) => metricsOf(fault, rounds, world)),
        metric(
          'writes accepted by an old primary',
          rounds.reduce((sum, { accepted_by_old }) => sum + accepted_by_old, 0),
          '',
          limit,
        ),
        metric('processes that had to be restarted', startsOf(world) - starts + dead(world), '', {
          max: 0,
        }),
      ];
    },
  };
}

/** From one complete cluster to the next. */
async function playRound(world: World, stage: Stage, fault: Fault): Promise<Round> {
  const { history } = world;
  const cluster = world.rig.cluster as Cluster;
  await sleep(2_000 + stage.random() * 3_000);
  const old = await cluster.primary();
  const from = history.now();
  history.note(`primary ${fault.name}`, { node: old.name });
  await fault.inject(old);
  const next = await cluster.successorOf(old);
  history.note('primary', { node: next.name });
  const probe = probeOld(old);
  // Half of the old primaries return while the successor is starting.
  if (stage.random() < 0.5) await sleep(1_000 + stage.random() * 4_000);
  history.note('repaired', { node: old.name });
  await fault.repair(old);
  await cluster.whole();
  history.note('whole');
  const accepted = await probe();
  const stored = await (await cluster.primary()).marks();
  const accepted_by_old = accepted.filter((mark) => !stored.has(mark)).length;
  return { fault: fault.name, span: { from, to: history.now() }, accepted_by_old };
}

/**
 * Writes repeatedly to the former primary, also while it returns. Writes that the successor has are legitimate; the others must not
 * have been accepted.
 */
function probeOld(old: ClusterNode): () => Promise<string[]> {
  const accepted: string[] = [];
  let stopped = false;
  const going = (async () => {
    while (!stopped) {
      const name = randomUUID();
      if (await old.mark(name)) accepted.push(name);
      await sleep(PROBE_MS);
    }
  })();
  return async () => {
    stopped = true;
    await going;
    return accepted;
  };
}

function metricsOf({ name }: Fault, all: Round[], { history, rig }: World): Metric[] {
  const rounds = all.filter(({ fault }) => fault === name);
  const silences = rounds.map(({ span }) => longestSilence(history.operations, span));
  const how = name === 'cut off' ? ` (${rig.cluster?.cutting})` : '';
  return [
    metric(`${name}${how}`, rounds.length, '×'),
    metric(`${name}: writes back after`, Math.max(0, ...silences) / 1000, 's', {
      max: BACK_MS / 1000,
    }),
  ];
}

function startsOf({ rig }: World): number {
  return [...rig.webs, ...rig.workers].reduce((sum, app) => sum + app.starts, 0);
}

function dead({ rig }: World): number {
  return [...rig.webs, ...rig.workers].filter((app) => !app.isAlive()).length;
}

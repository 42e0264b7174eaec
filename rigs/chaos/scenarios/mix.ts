import { setTimeout as sleep } from 'node:timers/promises';
import type { World } from '../clients.ts';
import { pick } from '../generator.ts';
import { attemptsOf, errorShare, latencies, metric, percentile } from '../metrics.ts';
import type { AppProcess } from '../site/site.ts';
import { type Scenario, type Stage, underLoad } from './scenario.ts';

type Fault = { name: string; inject(world: World, stage: Stage): Promise<void> };

async function again(app: AppProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  app?.signal(signal);
  await app?.gone();
  await app?.start();
}

const FAULTS: Fault[] = [
  {
    name: 'kill -9 web',
    inject: ({ rig }, { random }) => again(pick(rig.webs, random), 'SIGKILL'),
  },
  {
    name: 'SIGTERM web',
    inject: ({ rig }, { random }) => again(pick(rig.webs, random), 'SIGTERM'),
  },
  { name: 'kill -9 worker', inject: ({ rig }) => again(rig.workers[0], 'SIGKILL') },
  {
    name: 'kill -9 postmaster',
    async inject({ rig }, { random }) {
      await rig.postgres.kill();
      await sleep(500 + random() * 2_000);
      await rig.postgres.start();
    },
  },
  {
    name: 'kill -9 redis',
    async inject({ rig }, { random }) {
      await rig.redis.kill();
      await sleep(random() * 2_000);
      await rig.redis.start();
    },
  },
  {
    name: 'redis stopped',
    async inject({ rig }, { random }) {
      rig.redis.freeze();
      await sleep(1_000 + random() * 5_000);
      rig.redis.thaw();
    },
  },
  {
    name: 'postgres stopped',
    async inject({ rig }, { random }) {
      rig.postgres.freeze();
      await sleep(500 + random() * 6_000);
      rig.postgres.thaw();
    },
  },
  {
    name: 'network cut',
    async inject({ rig }, { random }) {
      const closed = pick([['to_app', 'to_server'], ['to_app'], ['to_server']] as const, random);
      rig.to_postgres.set({ closed: [...closed] });
      await sleep(500 + random() * 8_000);
      if (random() < 0.5) rig.to_postgres.cut();
      rig.to_postgres.heal();
    },
  },
  {
    name: 'slow network',
    async inject({ rig }, { random }) {
      rig.to_postgres.set({ latency_ms: 50, jitter_ms: 25 });
      await sleep(1_000 + random() * 4_000);
      rig.to_postgres.heal();
    },
  },
  { name: 'connections reset', inject: async ({ rig }) => rig.to_postgres.cut() },
  {
    name: 'backends terminated',
    async inject({ rig }) {
      await rig.sql(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lamplight'`,
      );
    },
  },
];

export const MIXED: Scenario = {
  id: 'mix',
  title: 'one fault after the other, by chance',
  minutes: 3,
  async run(world, stage) {
    const { history } = world;
    const brought = new Map<string, number>();
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(15_000)) {
        await sleep(1_000 + stage.random() * 4_000);
        const fault = pick(FAULTS, stage.random);
        history.note(fault.name);
        await fault.inject(world, stage);
        brought.set(fault.name, (brought.get(fault.name) ?? 0) + 1);
      }
    });
    return [
      ...[...brought].map(([name, times]) => metric(name, times, '×')),
      metric('errors', errorShare(history.operations), '%'),
      metric('p99', percentile(latencies(attemptsOf(history.operations)), 0.99), 'ms'),
    ];
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import { residentBytes } from '../../../test/support/processes.ts';
import { isError } from '../classify.ts';
import type { World } from '../clients.ts';
import { pick } from '../generator.ts';
import {
  attemptsOf,
  errorShare,
  failedTwice,
  firstOkAfter,
  lastErrorAfter,
  metric,
  type Span,
  within,
} from '../metrics.ts';
import { type Scenario, underLoad } from './scenario.ts';

const RESPONSE_MS = 3_000;
const BACK_MS = 5_000;
const LATENCY_MS = 200;
const POOL = 10;

export const KILLED_POSTGRES: Scenario = {
  id: 'C3',
  title: 'the postmaster killed every 60 s',
  minutes: 15,
  async run(world, stage) {
    const { rig, history } = world;
    const every = Math.min(60_000, (stage.seconds * 1000) / 2 - 5_000);
    const pids = rig.webs.map(({ pid }) => pid);
    const away: Span[] = [];
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(every)) {
        await sleep(every - 5_000);
        const from = history.now();
        history.note('kill -9 postmaster');
        await rig.postgres.kill();
        await sleep(1_000 + stage.random() * 2_000);
        await rig.postgres.start();
        away.push({ from, to: history.now() });
        await sleep(5_000);
      }
    });
    const back = away.map(({ to }) => firstOkAfter(history.operations, to));
    return [
      metric('kills', away.length, ''),
      slowestResponse(world, away),
      metric('serving again after', Math.max(0, ...back), 'ms', { max: BACK_MS }),
      metric('web processes that had to be restarted', restarted(world, pids), '', { max: 0 }),
    ];
  },
};

export const FROZEN_POSTGRES: Scenario = {
  id: 'C8',
  title: 'PostgreSQL stopped for 20 s',
  minutes: 5,
  async run(world, stage) {
    const { rig, history } = world;
    const frozenMs = Math.min(20_000, (stage.seconds * 1000) / 3);
    const away: Span[] = [];
    const growth: number[] = [];
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(frozenMs + 15_000)) {
        await sleep(5_000);
        const before = rig.webs.map(({ pid }) => residentBytes(pid));
        const from = history.now();
        history.note('postgres stopped', { ms: frozenMs });
        rig.postgres.freeze();
        await sleep(frozenMs);
        growth.push(...rig.webs.map(({ pid }, index) => residentBytes(pid) - (before[index] ?? 0)));
        rig.postgres.thaw();
        away.push({ from, to: history.now() });
        await sleep(10_000);
      }
    });
    const late = away.map(({ to }) =>
      lastErrorAfter(history.operations, { from: to, to: to + 10_000 }),
    );
    return [
      metric('stops', away.length, ''),
      metric('length of a stop', frozenMs / 1000, 's'),
      slowestResponse(world, away),
      metric('memory gained by a process', Math.max(0, ...growth) / 2 ** 20, 'MB', { max: 100 }),
      metric('last error after it went on', Math.max(0, ...late), 'ms', { max: BACK_MS }),
    ];
  },
};

/** The slowest error response to requests that arrived while the database was down and stayed down. */
function slowestResponse({ history }: World, away: Span[]) {
  const failed = attemptsOf(history.operations).filter(
    (one) =>
      isError(one) && away.some(({ from, to }) => within({ from, to: to - RESPONSE_MS }, one.at)),
  );
  const slowest = Math.max(0, ...failed.map(({ at, ended }) => ended - at));
  return metric('slowest 503 while it was away', slowest, 'ms', { max: RESPONSE_MS });
}

function restarted({ rig }: World, pids: number[]): number {
  return rig.webs.filter(({ pid }, index) => pid !== pids[index]).length;
}

export const CUT_NETWORK: Scenario = {
  id: 'C9',
  title: 'the network to PostgreSQL cut for 1 to 30 s, both ways or one',
  minutes: 10,
  async run(world, stage) {
    const { rig, history } = world;
    const longest = Math.min(30_000, (stage.seconds * 1000) / 4);
    const cuts: Span[] = [];
    const pids = rig.webs.map(({ pid }) => pid);
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(longest + 8_000)) {
        await sleep(2_000 + stage.random() * 2_000);
        const closed = pick(
          [['to_app', 'to_server'], ['to_app'], ['to_server']] as const,
          stage.random,
        );
        const ms = 1_000 + stage.random() * (longest - 1_000);
        history.note('network cut', { closed, ms });
        const from = history.now();
        rig.to_postgres.set({ closed: [...closed] });
        await sleep(ms);
        // Half of the cuts end in resets, as from a firewall that lost its connection table.
        if (stage.random() < 0.5) rig.to_postgres.cut();
        rig.to_postgres.heal();
        cuts.push({ from, to: history.now() });
        await sleep(5_000);
      }
    });
    const back = cuts.map(({ to }) => firstOkAfter(history.operations, to));
    return [
      metric('cuts', cuts.length, ''),
      metric('longest cut', longest / 1000, 's'),
      slowestResponse(world, cuts),
      metric('serving again after', Math.max(0, ...back), 'ms', { max: BACK_MS }),
      metric('web processes that had to be restarted', restarted(world, pids), '', { max: 0 }),
    ];
  },
};

export const SLOW_NETWORK: Scenario = {
  id: 'C10',
  title: '200 ms ± 100 more on every round trip to PostgreSQL',
  minutes: 5,
  // Default load shedding: it must reject requests that could only wait.
  rig: () => ({ settings: { DATABASE_POOL: String(POOL), SHED_DELAY_MS: '200' } }),
  async run(world, stage) {
    const { rig, history } = world;
    const measure = async (ms: number): Promise<Phase> => {
      const [from, before] = [history.now(), rig.to_postgres.roundTrips()];
      await sleep(ms);
      const span = { from, to: history.now() };
      const ended = attemptsOf(history.operations).filter((one) => within(span, one.ended));
      const served = ended.filter((one) => !isError(one)).length;
      const round_trips = rig.to_postgres.roundTrips() - before;
      return { seconds: (span.to - from) / 1000, served, sent: ended.length, round_trips };
    };
    let calm: Phase | undefined;
    let slow: Phase | undefined;
    // As many requests as the clients can send: throughput is measured.
    await underLoad(world, { ...stage, rate: 100_000 }, async (until) => {
      await sleep(2_000);
      calm = await measure(Math.max(3_000, until.left() / 4));
      rig.to_postgres.set({ latency_ms: LATENCY_MS, jitter_ms: LATENCY_MS / 2 });
      history.note('slow network', { ms: LATENCY_MS });
      await sleep(5_000);
      slow = await measure(Math.max(5_000, until.left() - 1_000));
    });
    if (!calm || !slow) throw new Error('nothing was measured');
    const perServed = calm.round_trips / calm.served;
    const possible = (rig.webs.length * POOL * 1000) / LATENCY_MS / perServed;
    return [
      metric('round trips for one operation', perServed, ''),
      metric('served', slow.served / slow.seconds, '/s'),
      metric('shed', (slow.sent - slow.served) / slow.seconds, '/s'),
      metric('what pool and latency allow', possible, '/s'),
      metric('served, of that', (slow.served / slow.seconds / possible) * 100, '%', { min: 80 }),
    ];
  },
};

type Phase = { seconds: number; served: number; sent: number; round_trips: number };

export const TERMINATED_BACKENDS: Scenario = {
  id: 'C15',
  title: 'all database connections of the site terminated every 5 s',
  minutes: 5,
  async run(world, stage) {
    const { rig, history } = world;
    let rounds = 0;
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(5_000)) {
        await sleep(5_000);
        await rig.sql(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'lamplight'`,
        );
        history.note('backends terminated');
        rounds++;
      }
    });
    return [
      metric('rounds', rounds, ''),
      metric('errors', errorShare(history.operations), '%', { max: 2 }),
      metric('failed with one retry', failedTwice(history.operations), '', { max: 0 }),
    ];
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import { isError } from '../classify.ts';
import { senderOf, type World } from '../clients.ts';
import { pick } from '../generator.ts';
import {
  attemptsOf,
  errorShare,
  failedTwice,
  latencies,
  metric,
  percentile,
  within,
} from '../metrics.ts';
import { perform } from '../perform.ts';
import { type Scenario, type Stage, type Until, underLoad } from './scenario.ts';

const KILL_EVERY_MS = 10_000;
const WINDOW_MS = 2_000;
const READY_MS = 3_000;

export const KILLED_WEBS: Scenario = {
  id: 'C1',
  title: 'a web process killed every 10 s',
  minutes: 15,
  async run(world, stage) {
    const { rig, history } = world;
    const kills: number[] = [];
    const starts: number[] = [];
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(KILL_EVERY_MS)) {
        await sleep(KILL_EVERY_MS);
        const web = pick(rig.webs, stage.random);
        kills.push(history.now());
        history.note('kill -9 web', { port: web.port });
        web.signal('SIGKILL');
        await web.gone();
        await web.start();
        starts.push(web.ready_ms);
      }
    });
    const calm = attemptsOf(history.operations).filter(
      ({ at }) => !kills.some((kill) => within({ from: kill, to: kill + WINDOW_MS }, at)),
    );
    return [
      metric('kills', kills.length, ''),
      metric('errors', errorShare(history.operations), '%', { max: 1 }),
      metric('failed with one retry', failedTwice(history.operations), '', { max: 0 }),
      metric('p99 outside 2 s windows', percentile(latencies(calm), 0.99), 'ms', { max: 1000 }),
      metric('slowest start to ready', Math.max(0, ...starts), 'ms', { max: READY_MS }),
    ];
  },
};

const WORKER_KILLS = 100;

export const KILLED_WORKER: Scenario = {
  id: 'C2',
  title: 'the worker killed in the middle of its jobs',
  minutes: 10,
  async run(world, stage) {
    const { rig, history } = world;
    let kills = 0;
    let midJob = 0;
    await underLoad(world, stage, async (until) => {
      const requesting = requestExports(world, stage, until);
      while (!until.isOver(5_000) && kills < WORKER_KILLS) {
        const [worker] = rig.workers;
        if (!worker) break;
        if (await isWorking(world, 1_000 + stage.random() * 1_000)) midJob++;
        kills++;
        history.note('kill -9 worker');
        worker.signal('SIGKILL');
        await worker.gone();
        await worker.start();
      }
      await requesting;
    });
    return [
      metric('kills', kills, ''),
      metric('kills in the middle of a job', midJob, ''),
      metric('exports requested', exportsOf(world), ''),
    ];
  },
};

export const PAUSED_WORKER: Scenario = {
  id: 'C16',
  title: 'two workers, one paused in the middle of its work and resumed',
  minutes: 10,
  rig: () => ({ workers: 2 }),
  async run(world, stage) {
    const { rig, history } = world;
    const pauseMs = Math.min(60_000, (stage.seconds * 1000) / 3);
    let pauses = 0;
    let midJob = 0;
    await underLoad(world, stage, async (until) => {
      const requesting = requestExports(world, stage, until);
      while (!until.isOver(pauseMs)) {
        const worker = pick(rig.workers, stage.random);
        if (await isWorking(world, 2_000)) midJob++;
        history.note('worker paused', { ms: pauseMs });
        worker.signal('SIGSTOP');
        await sleep(pauseMs);
        worker.signal('SIGCONT');
        pauses++;
        await sleep(1_000);
      }
      await requesting;
    });
    return [
      metric('pauses', pauses, ''),
      metric('length of a pause', pauseMs / 1000, 's'),
      metric('pauses in the middle of a job', midJob, ''),
      metric('exports requested', exportsOf(world), ''),
    ];
  },
};

/** One member after the other requests an export, which is work for the worker. */
async function requestExports(world: World, stage: Stage, until: Until): Promise<void> {
  const sender = senderOf(world, stage.random);
  const pace = Math.max(100, (stage.seconds * 1000) / world.community.members.length);
  for (const member of world.community.members) {
    if (until.isOver(3_000)) return;
    await sleep(pace);
    if (!member.session || member.banned) continue;
    const body = { password: member.password };
    await perform(sender, member, {
      kind: 'export',
      method: 'POST',
      path: '/api/settings/export',
      body,
    });
  }
}

function exportsOf({ history }: World): number {
  return history.operations.filter(({ kind, outcome }) => kind === 'export' && outcome === 'ok')
    .length;
}

/** Waits until a worker has locked a job. */
async function isWorking({ rig }: World, ms: number): Promise<boolean> {
  for (const end = performance.now() + ms; performance.now() < end; await sleep(10)) {
    const buffered = await rig.sql(
      'select from graphile_worker._private_jobs where locked_at is not null limit 1',
    );
    if (buffered.length > 0) return true;
  }
  return false;
}

const RESTARTS = 20;

export const ROLLING_RESTARTS: Scenario = {
  id: 'C13',
  title: 'rolling restarts by SIGTERM',
  minutes: 8,
  async run(world, stage) {
    const { rig, history } = world;
    const drains: number[] = [];
    const wrongEnds: number[] = [];
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(12_000) && drains.length < RESTARTS) {
        const web = rig.webs[drains.length % rig.webs.length];
        if (!web) break;
        const began = performance.now();
        history.note('SIGTERM web', { port: web.port });
        web.signal('SIGTERM');
        const { code } = await web.gone();
        if (code !== 0) wrongEnds.push(code ?? -1);
        drains.push(performance.now() - began);
        await web.start();
      }
    });
    const attempts = attemptsOf(history.operations);
    return [
      metric('restarts', drains.length, ''),
      metric('requests', attempts.length, ''),
      metric('failed requests', attempts.filter(isError).length, '', { max: 0 }),
      metric('ends with another code than 0', wrongEnds.length, '', { max: 0 }),
      metric('slowest to drain', Math.max(0, ...drains), 'ms', { max: 10_000 }),
    ];
  },
};

import { setTimeout as sleep } from 'node:timers/promises';
import { isError } from '../classify.ts';
import { senderOf, type World } from '../clients.ts';
import { draftLogout, pick } from '../generator.ts';
import {
  attemptsOf,
  latencies,
  type Metric,
  metric,
  percentile,
  type Span,
  within,
} from '../metrics.ts';
import { perform } from '../perform.ts';
import { type Scenario, underLoad } from './scenario.ts';

const WIPES = 20;
/** Look-ups allowed per address in ten minutes. */
const LOOK_UPS = { times: 60, window_ms: 600_000 };
const PROBE_MS = 200;

export const WIPED_REDIS: Scenario = {
  id: 'C5',
  title: 'Redis killed and started empty, again and again',
  minutes: 5,
  async run(world, stage) {
    const { rig, history } = world;
    let wipes = 0;
    let calm = 0;
    const probe = await startProbe(world);
    await underLoad(world, stage, async (until) => {
      await sleep((stage.seconds * 1000) / 5);
      calm = history.now();
      const every = Math.max(1_000, (stage.seconds * 800) / WIPES - 500);
      while (!until.isOver(every) && wipes < WIPES) {
        history.note('kill -9 redis');
        await rig.redis.kill();
        await sleep(200 + stage.random() * 800);
        await rig.redis.start();
        wipes++;
        await sleep(every - 500);
      }
    });
    const lookUps = await probe.stop();
    const attempts = attemptsOf(history.operations);
    const before = percentile(latencies(attempts.filter(({ at }) => at < calm)), 0.99);
    const during = percentile(latencies(attempts.filter(({ at }) => at >= calm)), 0.99);
    return [
      metric('wipes', wipes, ''),
      metric('responses with status 500 and above', attempts.filter(isError).length, '', {
        max: 0,
      }),
      metric('p99 before', before, 'ms'),
      metric('p99 during, of that', during / before, '×', { max: 2 }),
      lookUps,
    ];
  },
};

export const FROZEN_REDIS: Scenario = {
  id: 'C6',
  title: 'Redis stopped for 30 s',
  minutes: 3,
  async run(world, stage) {
    const { rig, history } = world;
    const frozenMs = Math.min(30_000, (stage.seconds * 1000) / 2);
    const stops: Span[] = [];
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(frozenMs + 3_000)) {
        await sleep(3_000);
        const from = history.now();
        history.note('redis stopped', { ms: frozenMs });
        rig.redis.freeze();
        await sleep(frozenMs);
        rig.redis.thaw();
        stops.push({ from, to: history.now() });
        await sleep(2_000);
      }
    });
    const attempts = attemptsOf(history.operations);
    const during = attempts.filter(({ at }) => stops.some((stop) => within(stop, at)));
    const calm = attempts.filter(({ at }) => !stops.some((stop) => within(stop, at)));
    const opened = during.filter(({ at }) =>
      stops.some(({ from, to }) => within({ from: from + 1_000, to }, at)),
    );
    const normal = percentile(latencies(calm), 0.5);
    return [
      metric('stops', stops.length, ''),
      metric('p99 while it was stopped', percentile(latencies(during), 0.99), 'ms', { max: 500 }),
      metric('median otherwise', normal, 'ms'),
      // A request that still waits for Redis waits for its timeout of 100 ms.
      metric(
        'median added a second after it stopped',
        percentile(latencies(opened), 0.5) - normal,
        'ms',
        {
          max: 50,
        },
      ),
      metric('responses with status 500 and above', during.filter(isError).length, '', { max: 0 }),
    ];
  },
};

export const OLD_REDIS: Scenario = {
  id: 'C7',
  title: 'Redis set back by a minute',
  minutes: 4,
  async run(world, stage) {
    const { rig, history, community } = world;
    const age = Math.min(60_000, (stage.seconds * 1000) / 4);
    const sender = senderOf(world, stage.random);
    let returns = 0;
    let revoked = 0;
    let accepted = 0;
    await underLoad(world, stage, async (until) => {
      while (!until.isOver(age + 5_000)) {
        await rig.redis.saveSnapshot();
        await sleep(age);
        const ended = [];
        for (let count = 0; count < 10; count++) {
          const member = pick(community.members, stage.random);
          if (!member.session) continue;
          const old = { ...member, session: { ...member.session }, adopt: () => {} };
          const ending = { from: history.now(), to: Number.POSITIVE_INFINITY };
          member.endings.push(ending);
          const left = await perform(sender, member, draftLogout(), 'until responded');
          ending.to = left.ended;
          if (left.outcome === 'ok') ended.push(old);
        }
        history.note('redis set back', { ms: age });
        await rig.redis.kill();
        rig.redis.restoreSnapshot();
        await rig.redis.start();
        returns++;
        revoked += ended.length;
        for (const old of ended) {
          const tries = [
            perform(sender, old, { kind: 'read', method: 'GET', path: '/api/energy/info' }),
            perform(sender, old, {
              kind: 'comment',
              method: 'POST',
              path: `/api/posts/${community.hot[0]?.id}/comments`,
              target: community.hot[0]?.id ?? 0,
            }),
          ];
          for (const tried of await Promise.all(tries)) if (tried.outcome === 'ok') accepted++;
        }
      }
    });
    return [
      metric('times set back', returns, ''),
      metric('by', age / 1000, 's'),
      metric('sessions ended in between', revoked, ''),
      metric('requests of theirs accepted afterwards', accepted, '', { max: 0 }),
    ];
  },
};

/**
 * Sends limited requests from one address: first up to the limit, then to check that no more pass. Returns how many passed.
 */
export async function startProbe({ rig }: World): Promise<{ stop(): Promise<Metric> }> {
  const began = performance.now();
  const stopped = new AbortController();
  let passed = 0;
  const lookUp = async () => {
    const response = await fetch(`${rig.url}/api/auth/check-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer none' },
      body: JSON.stringify({ email: 'unknown@chaos.example' }),
      signal: AbortSignal.timeout(20_000),
    }).catch(() => undefined);
    await response?.arrayBuffer().catch(() => {});
    if (response?.status === 200) passed++;
    return response?.status;
  };
  // Both processes have refused before the fault begins.
  for (let refused = 0; refused < 10; ) refused = (await lookUp()) === 429 ? refused + 1 : refused;
  const going = (async () => {
    while (!stopped.signal.aborted) {
      await lookUp();
      await sleep(PROBE_MS, undefined, { signal: stopped.signal }).catch(() => {});
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await going;
      const windows = Math.ceil((performance.now() - began) / LOOK_UPS.window_ms);
      const max = LOOK_UPS.times * windows;
      return metric('look-ups let through, 60 in ten minutes', passed, '', { max });
    },
  };
}

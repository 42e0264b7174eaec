import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../test/integration/support/random.ts';
import { waitFor } from '../../test/support/child.ts';
import { changeStatus, senderOf, signIn, type World } from './clients.ts';
import { attempt } from './perform.ts';
import type { Rig } from './site/rig.ts';

/** Longer than a request may take, so that no earlier one is still in progress. */
const REST_MS = 6_000;
const REST_SECONDS = 60;
const DRAIN_SECONDS = 60;
const TRIES = 20;
const AT_ONCE = 10;

export type Settled = { unknown: number; drained_ms: number };

/**
 * After the fault: waits until the site is at rest, retries open operations with their keys until they are resolved, and waits for
 * the deferred work.
 */
export async function settle(world: World): Promise<Settled> {
  const { rig, history } = world;
  await comeToRest(rig);
  const sender = senderOf(world, seededRandom(world.seed + 1));
  const admin = world.community.admins[0];
  for (const member of world.community.members) {
    if (member.banned && admin) await changeStatus(world, sender, admin, member, 'unban');
  }

  const open = history.operations.filter(({ outcome }) => outcome === 'unknown');
  const people = new Map(everybody(world).map((member) => [member.uid, member]));
  const queue = [...open];
  const retry = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const member = people.get(next.uid);
      for (let tries = 0; member && next.outcome === 'unknown' && tries < TRIES; tries++) {
        if (!member.session || next.attempts.at(-1)?.status === 401)
          await signIn(world, sender, member);
        await attempt(sender, member, next, true);
        if (next.outcome === 'unknown') await sleep(200);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, retry));

  const began = performance.now();
  await waitFor(
    () => isDrained(rig),
    () => 'the work that was put off',
    DRAIN_SECONDS,
  ).catch(() => world.surprises.push(`work was left after ${DRAIN_SECONDS} s`));
  return { unknown: open.length, drained_ms: performance.now() - began };
}

function everybody({ community }: World) {
  return [community.owner, ...community.admins, ...community.members];
}

/** Waits until the database runs no transaction of the site. */
async function comeToRest(rig: Rig): Promise<void> {
  await sleep(REST_MS);
  await waitFor(
    async () => {
      const busy = await rig.sql(
        `select from pg_stat_activity where application_name = 'lamplight' and xact_start is not null`,
      );
      return busy.length === 0;
    },
    () => 'the database to come to rest',
    REST_SECONDS,
  );
}

/** Counter deltas are flushed, and no runnable job waits. */
async function isDrained(rig: Rig): Promise<boolean> {
  const [left] = await rig.sql<{ waiting: number }>(
    `select (select count(*) from post_count_delta) + (select count(*) from user_count_delta)
          + (select count(*) from graphile_worker._private_jobs where run_at <= now())
          + (select count(*) from user_export where ready_at is null) as waiting`,
  );
  return Number(left?.waiting) === 0;
}

import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../../test/integration/support/random.ts';
import { changeStatus, senderOf, signIn, type World } from '../clients.ts';
import type { Community, Member } from '../community.ts';
import { draftLogin, draftLogout, draftRefresh, nextDraft, pick } from '../generator.ts';
import type { Draft, Operation } from '../history.ts';
import { metric } from '../metrics.ts';
import { perform } from '../perform.ts';
import type { Scenario, Stage } from './scenario.ts';

const TABS = 50;
const LOST = 0.3;
const STORMS_AT_ONCE = 4;

export const REFRESH_STORM: Scenario = {
  id: 'C19',
  title: 'fifty tabs refresh one session, 30 % of the responses lost, a process killed',
  minutes: 5,
  async run(world, stage) {
    const { rig, community, history } = world;
    const people = community.members.slice(0, STORMS_AT_ONCE);
    const seen = { rounds: 0, lost: 0, kills: 0, forked: 0 };
    const end = history.now() + stage.seconds * 1000;
    while (history.now() < end) {
      const storms = people.map((member, index) => storm(world, member, seen, index));
      if (stage.random() < 0.5) {
        await sleep(stage.random() * 200);
        const web = pick(rig.webs, stage.random);
        history.note('kill -9 web');
        web.signal('SIGKILL');
        await web.gone();
        await web.start();
        seen.kills++;
      }
      await Promise.all(storms);
      seen.rounds++;
    }
    const ids = people.map(({ session }) => session?.id ?? '');
    const [state] = await rig.sql<{ ended: number; steps: number; alarms: number }>(
      `select count(*) filter (where ended_at is not null)::int as ended, sum(generation - 1)::int as steps,
              (select count(*) from notification where kind = 'session_reused')::int as alarms
         from session where id = any($1)`,
      [ids],
    );
    return [
      metric('rounds of 4 × 50 tabs', seen.rounds, ''),
      metric('responses lost', seen.lost, ''),
      metric('kills', seen.kills, ''),
      metric('false alarms', state?.alarms ?? -1, '', { max: 0, min: 0 }),
      metric('sessions ended', state?.ended ?? -1, '', { max: 0, min: 0 }),
      metric('rounds in which tabs got different tokens', seen.forked, '', { max: 0 }),
      metric('steps beyond one a round', (state?.steps ?? -1) - seen.rounds * people.length, '', {
        max: 0,
        min: 0,
      }),
    ];
  },
};

/** All tabs start with the same token, and each retries until a response reaches it. */
async function storm(
  world: World,
  member: Member,
  seen: { lost: number; forked: number; rounds: number },
  index: number,
): Promise<void> {
  const draft = draftRefresh(member);
  const tabs = Array.from({ length: TABS }, async (_, tab) => {
    const random = seededRandom(world.seed + (seen.rounds * STORMS_AT_ONCE + index) * TABS + tab);
    const sender = senderOf(world, random);
    for (;;) {
      const own = { ...member, adopt: () => {} };
      const operation = await perform(sender, own, draft, 'until responded');
      if (operation.outcome !== 'ok') {
        world.surprises.push(`${operation.id}: ${operation.attempts.at(-1)?.code} in a storm`);
        return operation;
      }
      if (random() >= LOST) return operation;
      seen.lost++;
    }
  });
  const done = await Promise.all(tabs);
  if (new Set(done.map(({ reported }) => reported.generation)).size !== 1) seen.forked++;
  // One more refresh fetches the tokens for the member; the parent token is still valid for a while.
  await perform(senderOf(world, seededRandom(world.seed)), member, draft, 'until responded');
}

const LOOPS = 20;
const EVERY_MS = 200;
const READ_MS = 100;

type Ending = 'ban' | 'logout' | 'password';

/** Requests accepted after the acknowledged end, and the latest accepted response. */
type Aftermath = { rounds: number; accepted: number; latest_ms: number };

export const RACED_ENDINGS: Scenario = {
  id: 'C21',
  title: 'ban, logout and new password racing 100 requests a second, Redis killed meanwhile',
  minutes: 10,
  async run(world, stage) {
    const { rig, community, history } = world;
    const end = history.now() + stage.seconds * 1000;
    const after: Record<Ending, Aftermath> = {
      ban: { rounds: 0, accepted: 0, latest_ms: 0 },
      logout: { rounds: 0, accepted: 0, latest_ms: 0 },
      password: { rounds: 0, accepted: 0, latest_ms: 0 },
    };
    const endings: Ending[] = ['ban', 'logout', 'password'];
    for (let round = 0; history.now() < end; round++) {
      const ending = endings[round % endings.length] as Ending;
      const member = pick(community.members, stage.random);
      const killing = round % 2 === 1 ? rig.redis.kill() : undefined;
      await race(world, stage, member, ending, after[ending]);
      if (killing) {
        await killing;
        await rig.redis.start();
      }
    }
    return endings.flatMap((ending) => [
      metric(`${ending}: rounds`, after[ending].rounds, ''),
      metric(`${ending}: sent afterwards and accepted`, after[ending].accepted, '', { max: 0 }),
      metric(`${ending}: last accepted response after it`, after[ending].latest_ms, 'ms', {
        max: READ_MS,
      }),
    ]);
  },
};

async function race(
  world: World,
  stage: Stage,
  member: Member,
  ending: Ending,
  after: Aftermath,
): Promise<void> {
  const sender = senderOf(world, stage.random);
  if (!member.session) await signIn(world, sender, member);
  const stopped = new AbortController();
  const sent: Operation[] = [];
  const victim = { ...member, session: member.session, adopt: () => {} };
  const loops = Array.from({ length: LOOPS }, async (_, index) => {
    const random = seededRandom(world.seed * 100 + after.rounds * LOOPS + index);
    const own = senderOf(world, random);
    await sleep(random() * EVERY_MS);
    while (!stopped.signal.aborted) {
      sent.push(await perform(own, victim, anything(world.community, victim, random)));
      await sleep(EVERY_MS, undefined, { signal: stopped.signal }).catch(() => {});
    }
  });
  await sleep(500 + stage.random() * 500);
  const acknowledged = await endSession(world, stage, member, ending);
  await sleep(500);
  stopped.abort();
  await Promise.all(loops);
  const accepted = sent.filter(({ outcome }) => outcome === 'ok');
  after.rounds++;
  after.accepted += accepted.filter(({ invoked }) => invoked > acknowledged).length;
  after.latest_ms = Math.max(after.latest_ms, ...accepted.map(({ ended }) => ended - acknowledged));
  if (ending === 'ban') {
    const admin = world.community.admins[0] as Member;
    await changeStatus(world, sender, admin, member, 'unban');
    member.session = undefined;
  }
}

/** Returns the time of the acknowledgement. */
async function endSession(
  world: World,
  stage: Stage,
  member: Member,
  ending: Ending,
): Promise<number> {
  const sender = senderOf(world, stage.random);
  if (ending === 'ban') {
    const admin = world.community.admins[0] as Member;
    return (await changeStatus(world, sender, admin, member, 'ban')).ended;
  }
  if (ending === 'logout')
    return (await perform(sender, member, draftLogout(), 'until responded')).ended;
  // From another device, whose session stays.
  const device: Member = { ...member, session: undefined };
  device.adopt = (_operation, body) => {
    device.session = {
      id: String(body['session_id']),
      access: String(body['access_token']),
      refresh: String(body['refresh_token']),
      opened: world.history.now(),
    };
  };
  await perform(sender, device, draftLogin(device), 'until responded');
  const new_password = `correct horse battery ${Math.floor(stage.random() * 1e6)}`;
  const body = { current_password: member.password, new_password };
  const draft: Draft = { kind: 'password', method: 'PUT', path: '/api/settings/password', body };
  const changed = await perform(sender, device, draft, 'until responded');
  if (changed.outcome !== 'ok') throw new Error(`the password was not changed: ${changed.id}`);
  member.password = new_password;
  member.session = device.session;
  return changed.ended;
}

/** Nothing that ends the session itself, and nothing that anonymous visitors may do. */
function anything(community: Community, member: Member, random: () => number): Draft {
  const draft = nextDraft(community, member, random);
  const { kind } = draft;
  if (kind === 'refresh' || kind === 'logout') return anything(community, member, random);
  if (kind !== 'read' && kind !== 'look' && (kind !== 'energize' || random() < 0.3)) return draft;
  const path = pick(['/api/energy/info', '/api/messages/unread', '/api/level/info'], random);
  return { kind: 'read', method: 'GET', path };
}

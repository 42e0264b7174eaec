import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../test/integration/support/random.ts';
import type { Community, Member } from './community.ts';
import { draftLogin, draftStatusChange, nextDraft, pick } from './generator.ts';
import type { History, Operation } from './history.ts';
import { perform, type Sender } from './perform.ts';
import type { Rig } from './site/rig.ts';

/** Everything a scenario works with. */
export type World = {
  readonly rig: Rig;
  readonly community: Community;
  readonly history: History;
  readonly seed: number;
  /** Forbidden under any fault: an unexpected end of a session, an internal error. */
  readonly surprises: string[];
};

export type Crowd = { stop(): Promise<void> };

const STAFF = 2;
/** How long a ban lasts. */
const BAN_MS = [300, 3_000] as const;
const BETWEEN_BANS_MS = 1_000;

export function senderOf({ history, rig }: World, random: () => number): Sender {
  return { history, url: () => rig.url, random };
}

/**
 * Starts clients, each with some members of its own, at a total rate of operations per second. Two clients are staff. Members join
 * one after the other, so that first requests happen during the whole run.
 */
export function startCrowd(
  world: World,
  { clients, rate, seconds }: { clients: number; rate: number; seconds: number },
): Crowd {
  const stopped = new AbortController();
  const people = clients - STAFF;
  const everyMs = (people * 1000) / rate;
  const loops = Array.from({ length: people }, (_, index) => {
    const own = world.community.members.filter((_member, position) => position % people === index);
    return visit(world, own, { index, everyMs, seconds, signal: stopped.signal });
  });
  const staff = world.community.admins.map((admin, index) =>
    moderate(world, admin, index, stopped.signal),
  );
  return {
    async stop() {
      stopped.abort();
      await Promise.all([...loops, ...staff]);
    },
  };
}

type Visit = { index: number; everyMs: number; seconds: number; signal: AbortSignal };

async function visit(world: World, own: Member[], options: Visit): Promise<void> {
  const { index, everyMs, seconds, signal } = options;
  const random = seededRandom(world.seed * 1000 + index);
  const sender = senderOf(world, random);
  const began = world.history.now();
  let due = began + random() * everyMs;
  while (!signal.aborted) {
    await pause(due - world.history.now(), signal);
    if (signal.aborted) return;
    due = Math.max(due + everyMs * (0.5 + random()), world.history.now());
    const progress = Math.min(1, (world.history.now() - began) / 1000 / seconds);
    const arrived = own.slice(0, 1 + Math.floor(progress * own.length));
    await act(world, sender, pick(arrived, random));
  }
}

/** One operation of one member, after a log-in if there is no session. */
async function act(world: World, sender: Sender, member: Member): Promise<void> {
  if (!member.session) {
    await signIn(world, sender, member);
    return;
  }
  const draft = nextDraft(world.community, member, sender.random);
  const lasting = draft.kind === 'refresh' || draft.kind === 'logout';
  const operation = await perform(sender, member, draft, lasting ? 'until responded' : 'one retry');
  if (operation.kind === 'write' && operation.outcome === 'ok')
    world.community.posts.push({
      id: operation.reported.id ?? 0,
      author_uid: member.uid,
      of_run: true,
    });
  if (operation.kind === 'save' && operation.outcome === 'ok') {
    const post = world.community.posts.find(({ id }) => id === operation.target);
    if (post) post.saved = (post.saved ?? 0) + 1;
  }
  watch(world, member, operation);
}

export async function signIn(world: World, sender: Sender, member: Member): Promise<void> {
  const operation = await perform(sender, member, draftLogin(member), 'until responded');
  watch(world, member, operation);
}

/** A session may end by the member's own action or a change of status, and by nothing else. */
export function watch({ surprises }: World, member: Member, operation: Operation): void {
  for (const { status, code, ended } of operation.attempts) {
    if (status === 500) surprises.push(`${operation.id} ${operation.kind}: an internal error`);
    if (status !== 401) continue;
    const { session } = member;
    if (operation.session_id && session && operation.session_id !== session.id) continue;
    const opened = session?.opened ?? 0;
    const explained = member.endings.some(({ from, to }) => from <= ended && to >= opened);
    if (!explained) surprises.push(`${operation.id} ${operation.kind}: ${code} for no reason`);
    member.session = undefined;
  }
}

async function moderate(
  world: World,
  admin: Member,
  index: number,
  signal: AbortSignal,
): Promise<void> {
  const random = seededRandom(world.seed * 1000 + 900 + index);
  const sender = senderOf(world, random);
  // Each admin has members of their own, or two might ban the same one.
  const theirs = world.community.members.filter((_, position) => position % STAFF === index);
  while (!signal.aborted) {
    await pause(BETWEEN_BANS_MS * (0.5 + random()), signal);
    if (signal.aborted) return;
    const member = pick(theirs, random);
    await changeStatus(world, sender, admin, member, 'ban');
    await pause(BAN_MS[0] + random() * (BAN_MS[1] - BAN_MS[0]), signal);
    await changeStatus(world, sender, admin, member, 'unban');
  }
}

export async function changeStatus(
  world: World,
  sender: Sender,
  admin: Member,
  member: Member,
  kind: 'ban' | 'unban',
): Promise<Operation> {
  const change = { from: world.history.now(), to: Number.POSITIVE_INFINITY };
  member.endings.push(change);
  const operation = await perform(
    sender,
    admin,
    draftStatusChange(kind, member),
    'until responded',
  );
  change.to = operation.ended;
  member.banned = kind === 'ban';
  watch(world, admin, operation);
  return operation;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {});
}

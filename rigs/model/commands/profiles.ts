import fc from 'fast-check';
import { expect } from 'vitest';
import type { RefusalCode } from '../../../src/refusals.ts';
import { command, pick, rarely, who } from '../command.ts';
import { completeTask, type Member, type Model, moveEnergy, RENAME_COST } from '../model.ts';
import { clientOf, type Service, sendAs, sendChecked } from '../service.ts';

/** Few names, two of which differ only in case: members must collide. */
const NAMES = ['Lantern', 'LANTERN', 'Wick', 'Oil'];
const SIGNATURES = ['', '一灯如豆', '挑灯夜读'];

type ProfileInput = { who: number; username?: string | undefined; signature?: string | undefined };

export const changeProfile = command(
  'change profile',
  fc.record({
    who,
    username: fc.option(fc.constantFrom(...NAMES), { nil: undefined }),
    signature: fc.option(fc.constantFrom(...SIGNATURES), { nil: undefined }),
  }),
  change,
  (model, input) => {
    if (input.username === undefined && input.signature === undefined) return false;
    // The specification does not decide whether another spelling of the own name is another name.
    const { username } = profileInput(model, input);
    const own = pick(model.members, input.who).username;
    return username === own || username?.toLowerCase() !== own?.toLowerCase();
  },
);

/** D39, D40 */
export async function change(model: Model, service: Service, input: ProfileInput): Promise<void> {
  const member = pick(model.members, input.who);
  const requested = profileInput(model, input);
  const username = requested.username === member.username ? null : (requested.username ?? null);
  const signature = requested.signature === member.signature ? null : (requested.signature ?? null);
  const isNew = username !== null || signature !== null;
  const response = await sendChecked(model, service, member, {
    method: 'PUT',
    url: '/api/settings/profile',
    body: requested,
    stops: () => (isNew ? stopsChanging(model, member, username) : []),
  });
  if (!response) return;
  if (isNew) {
    const isPaid = username !== null && member.tasks.has('username');
    const escrow = isPaid ? RENAME_COST : 0;
    member.change = { id: response.body.pending?.id, username, signature, escrow };
    if (isPaid) moveEnergy(member, -RENAME_COST, 'rename');
    if (!model.audit) settle(member, 'accepted');
  }
  expect(response.body).toMatchObject(profileOf(member));
}

/** Names stay taken, and runs share one database. */
function profileInput(model: Model, input: ProfileInput) {
  return {
    ...(input.username === undefined ? {} : { username: `${input.username}${model.run}` }),
    ...(input.signature === undefined ? {} : { signature: input.signature }),
  };
}

function stopsChanging(model: Model, member: Member, username: string | null): RefusalCode[] {
  const stops: RefusalCode[] = member.change ? ['change_pending'] : [];
  if (username === null) return stops;
  // SPEC §7.5 makes no exception for the first rename, which is free.
  if (member.balance < 0) stops.push('negative_balance');
  const others = model.members.filter((one) => one !== member);
  const taken = others.flatMap((one) => [one.username, one.change?.username]);
  if (taken.some((name) => name?.toLowerCase() === username.toLowerCase())) {
    stops.push('username_taken');
  }
  return stops;
}

/** D39: accepted → burnt, else refunded once. */
export function settle(member: Member, verdict: 'accepted' | 'refused'): void {
  const { change } = member;
  if (!change) throw new Error('nothing waits');
  member.change = null;
  if (verdict === 'refused') {
    if (change.escrow > 0) moveEnergy(member, change.escrow, 'rename_refund');
    return;
  }
  member.username = change.username ?? member.username;
  member.signature = change.signature ?? member.signature;
  completeTask(member, 'username', change.username ?? '');
  completeTask(member, 'signature', change.signature ?? '');
}

export const withdrawChange = command(
  'withdraw profile change',
  fc.record({ who, asOther: rarely }),
  async (model, service, input) => {
    const member = input.asOther ? pick(model.members, input.who) : pickWaiting(model, input.who);
    const response = await sendChecked(model, service, member, {
      method: 'DELETE',
      url: '/api/settings/profile/pending',
      stops: () => (member.change ? [] : ['not_found']),
    });
    if (response) settle(member, 'refused');
  },
  (model) => waitingIn(model).length > 0,
);

/** The refund is paid once, for any number of requests. */
export const withdrawTwice = command(
  'withdraw profile change twice at once',
  fc.record({ who }),
  async (model, service, input) => {
    const member = pickWaiting(model, input.who);
    await sendChecked(model, service, member, { method: 'GET', url: '/api/energy/info' });
    const request = { method: 'DELETE', url: '/api/settings/profile/pending' } as const;
    const responses = await Promise.all([1, 2].map(() => sendAs(service, member, request)));
    expect(responses.map((response) => response.status).sort()).toEqual([204, 404]);
    settle(member, 'refused');
    const { body } = await clientOf(service, member).get('/api/energy/info');
    expect(body).toEqual({ balance: member.balance });
  },
  (model, input) => waitingIn(model).length > 0 && !pickWaiting(model, input.who).banned,
);

export function waitingIn(model: Model): Member[] {
  return model.members.filter((member) => member.change !== null);
}

export function pickWaiting(model: Model, number: number): Member {
  return pick(waitingIn(model), number);
}

/** The member's view of their own profile. */
function profileOf(member: Member) {
  const { change } = member;
  return {
    username: member.username,
    signature: member.signature,
    exp: member.exp,
    pending: change,
    next_rename_cost: member.tasks.has('username') ? RENAME_COST : 0,
  };
}

export async function compareProfile(service: Service, member: Member): Promise<void> {
  const { body } = await clientOf(service, member).get('/api/settings/profile');
  expect(body).toMatchObject(profileOf(member));
  const shown = await service.visitor.get(`/api/users/${member.uid}`);
  const { username, signature } = member;
  expect(shown.body).toMatchObject({ username, signature });
}

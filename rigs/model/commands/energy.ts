import fc from 'fast-check';
import { expect } from 'vitest';
import type { RefusalCode } from '../../../src/refusals.ts';
import { command, hasPosts, pick, pickPost, rarely, which, who } from '../command.ts';
import {
  COST,
  canSee,
  checkIn,
  ENERGIZE_CAP,
  energyOf,
  gainEnergizeExp,
  levelOf,
  type Member,
  moveEnergy,
  type Post,
  stopsOn,
  unlessHidden,
} from '../model.ts';
import { sendAs, sendChecked } from '../service.ts';

const PATHS = ['/api/energy/energize', '/api/energize'];

/** D37. Sometimes many times in a row, to reach the caps. */
export const energize = command(
  'energize',
  fc.record({
    who,
    which,
    form: fc.constantFrom('light', 'heavy'),
    times: fc.constantFrom(1, 1, 1, 1, 1, 11),
    path: fc.constantFrom(...PATHS),
    own: rarely,
  }),
  async (model, service, { form, times, ...input }) => {
    const post = pickPost(model, input.which);
    const others = model.members.filter((one) => one !== post.author);
    const member = input.own ? post.author : pick(others, input.who);
    for (let time = 0; time < times; time++) {
      const response = await sendChecked(model, service, member, {
        method: 'POST',
        url: input.path,
        body: { post_id: post.id, form },
        stops: () => stopsEnergizing(post, member, COST[form]),
      });
      if (!response) return;
      moveEnergy(member, -COST[form], 'energize');
      moveEnergy(post.author, COST[form], 'energize');
      post.energy.push({ from: member, amount: COST[form], day: model.day });
      const exp_gained = gainEnergizeExp(model, member, COST[form]);
      expect(response.body).toEqual({
        balance: member.balance,
        used: energyOf(post, member),
        cap: ENERGIZE_CAP,
        exp_gained,
        energy: energyOf(post),
      });
    }
  },
  hasPosts,
);

function stopsEnergizing(post: Post, member: Member, cost: number): RefusalCode[] {
  return unlessHidden(!canSee(member, post), [
    ...stopsOn(post, member),
    ...(post.author === member ? (['own_post'] as const) : []),
    ...(member.balance < 0 ? (['negative_balance'] as const) : []),
    ...(energyOf(post, member) + cost > ENERGIZE_CAP
      ? ([energyOf(post, member) < ENERGIZE_CAP ? 'energize_too_heavy' : 'energize_cap'] as const)
      : []),
  ]);
}

/** D35, D36 */
export const checkInByHand = command(
  'check in',
  fc.record({ who }),
  async (model, service, input) => {
    const member = pick(model.members, input.who);
    const response = await sendChecked(model, service, member, {
      method: 'POST',
      url: '/api/level/checkin',
      stops: () => (levelOf(member.exp) < 1 ? ['level_too_low'] : []),
    });
    if (!response) return;
    const awarded = checkIn(model, member);
    expect(response.body).toEqual({ checked_in_today: true, awarded });
  },
);

/** D36: of several first requests of the day, one is rewarded. */
export const arriveManyTimes = command(
  'several requests at once',
  fc.record({ who }),
  async (model, service, input) => {
    const member = pick(model.members, input.who);
    const urls = ['/api/level/info', '/api/energy/info', '/api/folders'];
    const visits = urls.map((url) => sendAs(service, member, { method: 'GET', url }));
    const byHand = [1, 2].map(() =>
      sendAs(service, member, { method: 'POST', url: '/api/level/checkin' }),
    );
    const [responses, checkIns] = await Promise.all([Promise.all(visits), Promise.all(byHand)]);
    expect(responses.map((response) => response.status)).toEqual([200, 200, 200]);
    if (levelOf(member.exp) < 1 || member.banned) {
      const code = member.banned ? 'banned' : 'level_too_low';
      expect(checkIns.map((response) => response.body.code)).toEqual([code, code]);
      return;
    }
    const isFirst = checkIn(model, member);
    const awards = checkIns.filter((response) => response.body.awarded).length;
    // Another request may have been first; but no two were.
    expect(awards).toBeLessThanOrEqual(isFirst ? 1 : 0);
    const { body } = await sendAs(service, member, { method: 'GET', url: '/api/energy/info' });
    expect(body).toEqual({ balance: member.balance });
  },
);

export const visit = command('visit', fc.record({ who }), async (model, service, input) => {
  const member = pick(model.members, input.who);
  const response = await sendChecked(model, service, member, {
    method: 'GET',
    url: '/api/energy/info',
  });
  expect(response?.body).toEqual({ balance: member.balance });
});

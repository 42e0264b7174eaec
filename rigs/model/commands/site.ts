import fc from 'fast-check';
import { command, pick, who } from '../command.ts';
import type { Model } from '../model.ts';
import { type Service, setAudit, setBanned, tomorrow } from '../service.ts';

export const nextDay = command('next day', fc.constant({}), tomorrow);

/** D22: flipping the switch publishes nothing by itself. */
export async function flip(model: Model, service: Service): Promise<void> {
  model.audit = !model.audit;
  await setAudit(service, model.audit);
}

export const flipSwitch = command('flip the review switch', fc.constant({}), flip);

/** SPEC §3. A banned member is unbanned before the next ban: a run in which no member may write covers little. */
export const banOrUnban = command(
  'ban or unban',
  fc.record({ who, days: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }) }),
  async (model, service, input) => {
    const member = model.members.find((one) => one.banned) ?? pick(model.members, input.who);
    member.banned = !member.banned;
    const days = member.banned ? input.days : undefined;
    member.ban_ends_on = days === undefined ? null : laterDay(model.day, days);
    await setBanned(service, member, member.banned, days);
  },
);

const DAY_MS = 24 * 3600 * 1000;

function laterDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

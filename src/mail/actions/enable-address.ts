import type { Context, Viewer } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import { Refusal } from '../../refusals.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { normalizeEmail } from '../../users/rules.ts';
import { findAddressState, lockAddressState, updateAddressState } from '../store/addresses.ts';
import { canSendMail } from './enqueue-mail.ts';

export type AddressState = {
  state: 'working' | 'disabled';
  reason: 'bounce' | 'complaint' | null;
  disabled_at: string | null;
};

/** Whether mail is sent to the member's address, and if not, why. */
export async function getAddressState(ctx: Context, { uid }: Viewer): Promise<AddressState> {
  const user = await findUser(ctx.db, uid);
  const row = user?.email ? await findAddressState(ctx.db, normalizeEmail(user.email)) : undefined;
  if (!row?.disabled_at || !canSendMail(ctx.config))
    return { state: 'working', reason: null, disabled_at: null };
  return {
    state: 'disabled',
    reason: row.reason === 'complaint' ? 'complaint' : 'bounce',
    disabled_at: row.disabled_at.toISOString(),
  };
}

/** After the member has repaired the mailbox. Once a day: a relay judges us by mails that come back. */
export function enableAddress(ctx: Context, { uid }: Viewer): Promise<AddressState> {
  return ctx.tx(async (trx) => {
    const user = await findUser(trx, uid);
    const now = ctx.now();
    if (!user?.email) throw new Refusal('wrong_state');
    const row = await lockAddressState(trx, normalizeEmail(user.email), now);
    if (!row.disabled_at) throw new Refusal('wrong_state');
    const next = row.enabled_at && addDays(row.enabled_at, 1);
    if (next && next > now) {
      const retry_after = Math.ceil((next.getTime() - now.getTime()) / 1000);
      throw new Refusal('rate_limited', { retry_after });
    }
    await updateAddressState(trx, row.email_key, {
      score: 0,
      bounced_at: null,
      disabled_at: null,
      reason: null,
      detail: null,
      enabled_at: now,
      enabled_times: Math.min(row.enabled_times + 1, 1000),
    });
    return { state: 'working', reason: null, disabled_at: null };
  });
}

import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { listAsked, listTerms, newestOf } from '../rules.ts';
import * as store from '../store/acceptances.ts';

/**
 * Whoever joins accepts the terms that the form named. If the owner published while the form was open, `seen` is older,
 * and the new member is asked for what they have not seen. A program that names nothing accepts what is current.
 */
export async function acceptOnJoining(
  ctx: Context,
  trx: Trx,
  uid: number,
  seen: number | undefined,
): Promise<void> {
  const current = newestOf(listTerms(await ctx.site.load()));
  const upTo = Math.min(seen ?? current, current);
  if (upTo > 0) await store.acceptAll(trx, { uid, upTo, accepted_at: ctx.now() });
}

/** A version that was published meanwhile is not accepted: the member is asked again. */
export async function acceptTerms(ctx: Context, viewer: Viewer, upTo: number): Promise<void> {
  await ctx.tx(async (trx) => {
    // As in every other change of a member: before rows that depend on it.
    if (!(await lockUser(trx, viewer.uid))) throw new Refusal('login_required');
    await store.acceptAsked(trx, { uid: viewer.uid, upTo, accepted_at: ctx.now() });
  });
}

/** In the transaction of the publication: who publishes terms accepts them. */
export function acceptOwn(trx: Trx, uid: number, id: number, now: Date): Promise<void> {
  return store.acceptAll(trx, { uid, upTo: id, accepted_at: now });
}

/** From memory: a request costs no statement more. */
export async function assertTermsAccepted(ctx: Context, viewer: Viewer): Promise<void> {
  if (listAsked(await ctx.site.load(), viewer).length > 0) throw new Refusal('terms_not_accepted');
}

export function purgeAcceptances(trx: Trx, uid: number): Promise<void> {
  return store.deleteAcceptancesOf(trx, uid);
}

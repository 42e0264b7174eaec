import type { Context, Viewer } from '../context.ts';
import { assertNotNegative, lockBalances, moveEnergy } from '../energy/actions.ts';
import { addEnergizeExp } from '../levels/actions.ts';
import { calendarDay } from '../platform/clock.ts';
import { countOnPost, getCounts } from '../posts/actions/count-post.ts';
import { getVisiblePost, holdPublicPost } from '../posts/actions/hold-post.ts';
import { Refusal } from '../refusals.ts';
import { lockUser } from '../users/actions.ts';
import { EXP_PER_ENERGY, FORMS, type Form, POST_CAP } from './rules.ts';
import type { Energized } from './schema.ts';
import * as store from './store.ts';

/**
 * D37: energy goes from the caller to the post's author, all of it or none. Locks: the caller's row, both
 * accounts by their ids, then the post, which must still be public.
 */
export async function energizePost(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  form: Form,
): Promise<Energized> {
  const { author_uid } = await getVisiblePost(ctx.db, viewer, postId);
  if (author_uid === viewer.uid) throw new Refusal('own_post');
  const amount = FORMS[form];
  return ctx.tx(async (trx) => {
    const user = await lockUser(trx, viewer.uid);
    // Again under the lock: the ban may have come after the guard looked.
    if (user?.status === 'banned') throw new Refusal('banned');
    const balances = await lockBalances(trx, [viewer.uid, author_uid]);
    await holdPublicPost(trx, viewer, postId);
    assertNotNegative(balances.get(viewer.uid) ?? 0);
    const used = await store.addToTotal(trx, postId, viewer.uid, amount);
    if (used === undefined) {
      const given = await store.findTotal(trx, postId, viewer.uid);
      throw new Refusal('energize_cap', { used: given, cap: POST_CAP });
    }

    const now = ctx.now();
    const day = calendarDay(now);
    const given = { post_id: postId, uid: viewer.uid, amount, day, created_at: now };
    const cause = `energize:${await store.insertEnergize(trx, given)}`;
    const after = await moveEnergy(trx, {
      cause,
      reason: 'energize',
      from: viewer.uid,
      to: author_uid,
      amount,
      post_id: postId,
      created_at: now,
    });
    const exp_gained = await addEnergizeExp(trx, {
      uid: viewer.uid,
      exp: amount * EXP_PER_ENERGY,
      cause,
      now,
    });
    // Before it is counted, which has to be last.
    const energy = (await getCounts(trx, postId)).energy + amount;
    await countOnPost(trx, { post_id: postId, day, energy: amount });
    return { balance: after?.get(viewer.uid) ?? 0, used, cap: POST_CAP, exp_gained, energy };
  });
}

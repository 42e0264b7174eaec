import type { Context, Viewer } from '../context.ts';
import { assertNotNegative, lockBalances, moveEnergy } from '../energy/actions.ts';
import { addEnergizeExp } from '../levels/actions.ts';
import { calendarDay } from '../platform/clock.ts';
import { countOnPost } from '../posts/actions/count-post.ts';
import { getVisiblePost, holdPublicPost } from '../posts/actions/hold-post.ts';
import { Refusal } from '../refusals.ts';
import { lockUser } from '../users/actions.ts';
import { EXP_PER_ENERGY, FORMS, type Form, POST_CAP } from './rules.ts';
import type { Energized } from './schema.ts';
import * as store from './store.ts';

/**
 * D37: energy goes from the caller to the post's author, all of it or none. Locks: the caller's row, both
 * accounts by their ids, then the post, which must still be public. They are held until the commit, and a popular author's
 * account is wanted by many, so what does not wait for an answer is asked together.
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
    const [user, balances] = await Promise.all([
      lockUser(trx, viewer.uid),
      lockBalances(trx, [viewer.uid, author_uid]),
    ]);
    // Again under the lock: the ban may have come after the guard looked.
    if (user?.status === 'banned') throw new Refusal('banned');
    const now = ctx.now();
    const day = calendarDay(now);
    const gift = { post_id: postId, uid: viewer.uid, amount, day, created_at: now };
    const [, given] = await Promise.all([
      holdPublicPost(trx, viewer, postId),
      store.insertEnergize(trx, gift),
    ]);
    assertNotNegative(balances.get(viewer.uid) ?? 0);
    if (!given) {
      const used = await store.findTotal(trx, postId, viewer.uid);
      throw new Refusal('energize_cap', { used, cap: POST_CAP });
    }

    const cause = `energize:${given.id}`;
    const [after, exp_gained, before] = await Promise.all([
      moveEnergy(trx, {
        cause,
        reason: 'energize',
        from: viewer.uid,
        to: author_uid,
        amount,
        post_id: postId,
        created_at: now,
      }),
      addEnergizeExp(trx, { uid: viewer.uid, exp: amount * EXP_PER_ENERGY, cause, now }),
      countOnPost(trx, { post_id: postId, day, energy: amount }),
    ]);
    const energy = before.energy + amount;
    const balance = after?.get(viewer.uid);
    if (balance === undefined) throw new Error(`${cause} moved no energy`);
    return { balance, used: given.total, cap: POST_CAP, exp_gained, energy };
  });
}

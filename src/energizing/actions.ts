import { assertNotBlocked } from '../blocks/actions/assert-not-blocked.ts';
import { withoutHidden } from '../blocks/rules.ts';
import type { Context, Viewer } from '../context.ts';
import { assertNotNegative, moveEnergy } from '../energy/actions.ts';
import { findBalance } from '../energy/store/shared.ts';
import { addEnergizeExp, logEnergizeExp } from '../levels/actions.ts';
import { addDays, calendarDay, startOfDay } from '../platform/clock.ts';
import type { Trx } from '../platform/db/database.ts';
import { lockPublicPost } from '../posts/actions/lock-post.ts';
import { changeCounts } from '../posts/actions/post-counts.ts';
import { Refusal } from '../refusals.ts';
import { lockUser } from '../users/actions/lock-user.ts';
import { presentCard } from '../users/actions/present-user.ts';
import type { UserCard } from '../users/schema.ts';
import { EXP_PER_ENERGY, FORMS, type Form, GIVERS_DAYS, POST_CAP } from './rules.ts';
import type { Energized } from './schema.ts';
import * as store from './store.ts';

/**
 * D37: energy goes from the caller to the post's author, all of it or none.
 *
 * Lock order: the caller's row, the post, which must still be public, the lock for gifts to the author, then both
 * accounts by their ids. Statements of one `Promise.all` are sent in the order they are listed, so the order of the
 * lists below is the lock order. Many transactions wait for a popular author's account: it is locked in the last round
 * trip, so that only the commit follows.
 */
export function energizePost(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  form: Form,
): Promise<Energized> {
  const { uid } = viewer;
  const amount = FORMS[form];
  return ctx.tx(async (trx) => {
    const now = ctx.now();
    const day = calendarDay(now);
    const [user, { author_uid }, gift, gained] = await Promise.all([
      lockUser(trx, uid),
      lockPublicPost(trx, viewer, postId, { but_own: true }),
      store.insertGift(trx, { post_id: postId, uid, amount, day, created_at: now }),
      addEnergizeExp(trx, uid, amount * EXP_PER_ENERGY, now),
    ]);
    // Checked again under the lock: the ban may have come after the guard's check.
    if (user?.status === 'banned') throw new Refusal('banned');
    if (!gift) throw await refuseMore(trx, postId, uid);

    const cause = `energize:${gift.id}`;
    const transfer = { cause, reason: 'energize', from: uid, to: author_uid, amount } as const;
    const [, , , after, before] = await Promise.all([
      assertNotBlocked(trx, uid, [author_uid]),
      logEnergizeExp(trx, gained, { uid, cause, created_at: now }),
      store.lockReceiver(trx, author_uid),
      moveEnergy(trx, { ...transfer, post_id: postId, created_at: now }),
      changeCounts(trx, { post_id: postId, day, energy: amount }),
    ]);
    const balance = after?.get(uid);
    if (balance === undefined) throw new Error(`${cause} moved no energy`);
    assertNotNegative(balance + amount);
    return {
      balance,
      used: gift.total,
      cap: POST_CAP,
      exp_gained: gained?.delta ?? 0,
      energy: before.energy + amount,
    };
  });
}

async function refuseMore(trx: Trx, postId: number, uid: number): Promise<Refusal> {
  const [balance, used] = await Promise.all([
    findBalance(trx, uid),
    store.findTotal(trx, postId, uid),
  ]);
  assertNotNegative(balance);
  const remaining = POST_CAP - used;
  const code = remaining >= FORMS.light ? 'energize_too_heavy' : 'energize_cap';
  return new Refusal(code, { used, cap: POST_CAP, remaining });
}

export type Giver = { user: UserCard; energy: number };

/** Who gave the author the most lately, most first. */
export async function listGivers(
  ctx: Context,
  viewer: Viewer | null,
  author: number,
): Promise<Giver[]> {
  // Whole days, so that concurrent callers ask for the same.
  const since = startOfDay(calendarDay(addDays(ctx.now(), 1 - GIVERS_DAYS)));
  const rows = await store.listTopGivers(ctx.readDb, { author, since });
  const shown = withoutHidden(viewer, rows, ({ uid }) => uid);
  return shown.map((row) => ({ user: presentCard(ctx, row), energy: row.energy }));
}

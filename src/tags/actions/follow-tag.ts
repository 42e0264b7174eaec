import type { Context, Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import { FOLLOWED_TAGS_MAX } from '../rules.ts';
import type { TagFollowState } from '../schema.ts';
import * as store from '../store/follows.ts';

/** D60: the posts of a followed tag are in the followed list. Sets the state, so a repetition has no effect. */
export async function setTagFollow(
  ctx: Context,
  viewer: Viewer,
  tagId: number,
  following: boolean,
): Promise<TagFollowState> {
  return ctx.tx(async (trx) => {
    await lockMember(trx, viewer);
    if (following) await follow(trx, { uid: viewer.uid, tag_id: tagId, now: ctx.now() });
    else await store.deleteTagFollow(trx, viewer.uid, tagId);
    return store.findFollowState(trx, viewer.uid, tagId);
  });
}

/** The lock serializes the member's own follows, or two at once could exceed the limit. */
async function lockMember(trx: Trx, viewer: Viewer): Promise<void> {
  const user = await lockUser(trx, viewer.uid);
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
}

async function follow(trx: Trx, change: { uid: number; tag_id: number; now: Date }): Promise<void> {
  if (!(await store.insertTagFollow(trx, change))) return;
  if ((await store.countFollowedTags(trx, change.uid)) > FOLLOWED_TAGS_MAX)
    throw new Refusal('too_many', { limit: FOLLOWED_TAGS_MAX });
}

/** D15: in the transaction that marks the account deleted. */
export function hideTagFollowsOf(trx: Trx, uid: number): Promise<void> {
  return store.addToFollowers(trx, uid, -1);
}

export function showTagFollowsOf(trx: Trx, uid: number): Promise<void> {
  return store.addToFollowers(trx, uid, 1);
}

/** At most `FOLLOWED_TAGS_MAX` rows. */
export async function purgeTagFollows(ctx: Context, uid: number): Promise<void> {
  await ctx.tx((trx) => store.deleteFollowsOf(trx, uid));
}

import type { Context, UserStatus, Viewer } from '../../context.ts';
import { completeTask, hasCompleted } from '../../levels/actions.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Language } from '../../platform/language/languages.ts';
import { attachOwnUploads, detachUploads, uploadImage } from '../../uploads/actions.ts';
import { keyOf } from '../../uploads/rules.ts';
import { setAvatarKey } from '../../users/actions/change-user.ts';
import { findFollowCounts } from '../../users/actions/count-follows.ts';
import { getUser } from '../../users/actions/find-user.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { withLevel } from '../../users/rules.ts';
import { renameCost } from '../rules.ts';
import type { Avatar, OwnProfile, PublicProfile } from '../schema.ts';
import { findOpenChange } from '../store.ts';

/** A deleted account does not exist (D15). */
export async function getPublicProfile(ctx: Context, uid: number): Promise<PublicProfile> {
  return (await getSpaceProfile(ctx, uid)).profile;
}

/** For the page of a member's space, which also shows a ban and the exp; the API does not. */
export async function getSpaceProfile(
  ctx: Context,
  uid: number,
): Promise<{ profile: PublicProfile; exp: number; status: UserStatus }> {
  const user = await getUser(ctx.readDb, uid);
  const counts = await findFollowCounts(ctx.readDb, uid);
  const profile = {
    ...presentCard(ctx, withLevel(user)),
    signature: user.signature,
    signature_lang: user.signature_lang as Language | null,
    follower_count: counts.followers,
    following_count: counts.following,
    follows_public: user.follows_public,
    created_at: user.created_at.toISOString(),
  };
  return { profile, exp: user.exp, status: user.status as UserStatus };
}

export async function getOwnProfile(ctx: Context, db: Db, viewer: Viewer): Promise<OwnProfile> {
  const [user, change, hadName] = await Promise.all([
    getUser(db, viewer.uid),
    findOpenChange(db, viewer.uid),
    hasCompleted(db, viewer.uid, 'username'),
  ]);
  return {
    ...presentCard(ctx, withLevel(user)),
    signature: user.signature,
    exp: user.exp,
    pending: change ? { ...change, created_at: change.created_at.toISOString() } : null,
    next_rename_cost: renameCost(hadName),
  };
}

/** D39: shown at once, without a review. The old image is no longer served, and swept later. */
export async function setAvatar(ctx: Context, viewer: Viewer, bytes: Buffer): Promise<Avatar> {
  const { url } = await uploadImage(ctx, viewer, 'avatar', bytes);
  const key = keyOf(url) ?? '';
  const owner = { kind: 'profile', id: viewer.uid } as const;
  await ctx.tx(async (trx) => {
    await setAvatarKey(trx, viewer.uid, key);
    await completeTask(trx, viewer.uid, 'avatar', ctx.now());
    await detachUploads(trx, owner.kind, [owner.id], ctx.now());
    await attachOwnUploads(trx, viewer, 'avatar', [key], owner);
  });
  return { avatar_url: url };
}

import { assertNotBlocked } from '../blocks/actions/assert-not-blocked.ts';
import { hiddenFrom } from '../blocks/rules.ts';
import { listBlockers } from '../blocks/store/shared.ts';
import type { Context, Viewer } from '../context.ts';
import { renewNotification } from '../notifications/actions/notify.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  timeKeyOf,
  toPage,
} from '../platform/http/pagination.ts';
import { Refusal } from '../refusals.ts';
import { setFollowsPublic } from '../users/actions/change-user.ts';
import {
  findFollowCounts,
  markHiddenStar,
  unmarkHiddenStar,
} from '../users/actions/count-follows.ts';
import { getUser } from '../users/actions/find-user.ts';
import { lockUser, lockUserForShare } from '../users/actions/lock-user.ts';
import { presentCard } from '../users/actions/present-user.ts';
import { COUNTED_FOLLOWERS_MAX, canSeeLists, FOLLOWING_MAX, followState } from './rules.ts';
import type { FollowCard, FollowStatus, PrivacySettings } from './schema.ts';
import {
  countFollowsOf,
  deleteListed,
  type FollowChange,
  type FollowList,
  listListed,
  selectFollowed,
  selectFollowers,
  selectList,
  upsertFollow,
} from './store.ts';

const PURGE_BATCH = 500;

/** SPEC §3: toggles whether the viewer follows the user; with `target` it sets that state (D8). `postId` is a public post of theirs. */
export async function toggleFollow(
  ctx: Context,
  viewer: Viewer,
  uid: number,
  target: boolean | undefined,
  postId: number | null = null,
): Promise<FollowStatus> {
  if (uid === viewer.uid) throw new Refusal('self_follow');
  await getUser(ctx.db, uid);
  const change = {
    follower_uid: viewer.uid,
    followed_uid: uid,
    target: target ?? null,
    post_id: postId,
    now: ctx.now(),
  };
  const iFollow = await ctx.tx((trx) => writeToggle(trx, change));
  // Read after the commit, so that no lock waits for it.
  return readStatus(ctx.db, viewer, uid, iFollow);
}

async function writeToggle(trx: Trx, change: FollowChange): Promise<boolean> {
  // Lock order: the follower, then the followed member, who is read under that lock. PostgreSQL runs the statements in
  // the order of this array (test/integration/lock-order.test.ts). The follower's lock serializes their own toggles, or
  // two at once could exceed the limit. The key share lock only prevents deletion, so that many members can follow the
  // same one at once.
  const [user] = await Promise.all([
    lockUser(trx, change.follower_uid),
    lockUserForShare(trx, [change.followed_uid]),
    getUser(trx, change.followed_uid),
  ]);
  // Again under the lock: a ban or a deletion may have been committed after the guard's check.
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
  const { following, changed } = await upsertFollow(trx, change);
  if (!following || !changed) return following;
  await assertNoBlock(trx, change);
  const counts = await findFollowCounts(trx, change.follower_uid);
  if (counts.following > FOLLOWING_MAX) throw new Refusal('too_many', { limit: FOLLOWING_MAX });
  await renewNotification(trx, {
    uid: change.followed_uid,
    kind: 'follow',
    // Without a time: one per pair of users, renewed when they follow again.
    cause: `follow:${change.follower_uid}`,
    actor_uid: change.follower_uid,
    created_at: change.now,
  });
  return following;
}

/** D67: after the upsert, whose locks a block waits for. */
async function assertNoBlock(
  trx: Trx,
  { follower_uid, followed_uid }: FollowChange,
): Promise<void> {
  await assertNotBlocked(trx, follower_uid, [followed_uid]);
  if ((await listBlockers(trx, [follower_uid], followed_uid)).length > 0)
    throw new Refusal('hidden_by_you');
}

/** D67: in both directions, when one of them blocks the other. The caller has locked both users. */
export async function endFollowsBetween(
  trx: Trx,
  [uid, other]: [number, number],
  now: Date,
): Promise<void> {
  for (const [follower_uid, followed_uid] of [
    [uid, other],
    [other, uid],
  ] as const) {
    const followed = await selectFollowed(trx, follower_uid, [followed_uid]);
    if (followed.length === 0) continue;
    const change = { follower_uid, followed_uid, target: false, post_id: null, now };
    await upsertFollow(trx, change);
  }
}

export async function getFollowStatus(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
): Promise<FollowStatus> {
  await getUser(ctx.readDb, uid);
  const followed = viewer ? await findFollowed(ctx.readDb, viewer.uid, [uid]) : new Set<number>();
  return readStatus(ctx.readDb, viewer, uid, followed.has(uid));
}

async function readStatus(
  db: Db,
  viewer: Viewer | null,
  uid: number,
  iFollow: boolean,
): Promise<FollowStatus> {
  const [back, counts] = await Promise.all([
    viewer ? findFollowed(db, uid, [viewer.uid]) : new Set<number>(),
    findFollowCounts(db, uid),
  ]);
  const followsMe = back.size > 0;
  return {
    i_follow: iFollow,
    follows_me: followsMe,
    state: followState(iFollow, followsMe),
    follower_count: counts.followers,
    following_count: counts.following,
  };
}

/** Which of the users the follower follows. */
export async function findFollowed(
  db: Db,
  follower: number,
  followedUids: number[],
): Promise<Set<number>> {
  return new Set(await selectFollowed(db, follower, followedUids));
}

/** Which of the users follow the member. */
export async function findFollowers(db: Db, uid: number, uids: number[]): Promise<Set<number>> {
  return new Set(await selectFollowers(db, uid, uids));
}

/** Newest first. */
export async function listFollows(
  ctx: Context,
  viewer: Viewer | null,
  uid: number,
  { list, ...request }: PageRequest & { list: FollowList },
): Promise<Page<FollowCard>> {
  const page = readPage(TimeKey, request);
  const owner = await getUser(ctx.readDb, uid);
  if (!canSeeLists(viewer, owner)) throw new Refusal('list_private');
  const rows = await selectList(ctx.readDb, { list, uid, hidden: hiddenFrom(viewer) }, page);
  const listed = rows.map((row) => row.uid);
  const followed = viewer ? await findFollowed(ctx.readDb, viewer.uid, listed) : new Set<number>();
  return toPage(rows, page.limit, timeKeyOf('changed_at', 'uid'), (row) => ({
    ...presentCard(ctx, row),
    i_follow: followed.has(row.uid),
    followed_at: row.changed_at.toISOString(),
  }));
}

export async function getPrivacy(ctx: Context, viewer: Viewer): Promise<PrivacySettings> {
  const { follows_public } = await getUser(ctx.db, viewer.uid);
  return { follows_public };
}

/** D32: hides both lists from others, or shows them; the counts stay visible. */
export async function setPrivacy(
  ctx: Context,
  viewer: Viewer,
  { follows_public }: PrivacySettings,
): Promise<PrivacySettings> {
  await ctx.tx((trx) => setFollowsPublic(trx, viewer.uid, follows_public));
  return { follows_public };
}

/**
 * D15: subtracts a deleted account from the counts of others, like their lists omit it. Runs in the transaction that
 * marks the account deleted.
 */
export async function hideFollowsOf(trx: Trx, uid: number): Promise<void> {
  const { followers } = await findFollowCounts(trx, uid);
  const isStar = followers > COUNTED_FOLLOWERS_MAX;
  if (isStar) await markHiddenStar(trx, uid);
  await countFollowsOf(trx, uid, { lists: countedLists(isStar), step: -1 });
}

/** Adds a restored account again. */
export async function showFollowsOf(trx: Trx, uid: number): Promise<void> {
  const isStar = await unmarkHiddenStar(trx, uid);
  await countFollowsOf(trx, uid, { lists: countedLists(isStar), step: 1 });
}

function countedLists(isStar: boolean): FollowList[] {
  return isStar ? ['following'] : ['following', 'followers'];
}

/** In batches: a member may have a million followers, and a transaction must stay short. */
export async function purgeFollows(ctx: Context, uid: number): Promise<void> {
  for (const list of ['following', 'followers'] as const) {
    for (let deleted = PURGE_BATCH; deleted === PURGE_BATCH; ) {
      deleted = await ctx.tx((trx) => purgeBatch(trx, list, uid));
    }
  }
  await ctx.tx((trx) => unmarkHiddenStar(trx, uid));
}

async function purgeBatch(trx: Trx, list: FollowList, uid: number): Promise<number> {
  const listed = await listListed(trx, list, uid, PURGE_BATCH);
  // The counts depend on whether they are deleted, so that must not change meanwhile.
  await lockUserForShare(trx, listed);
  await deleteListed(trx, list, uid, listed);
  return listed.length;
}

import type { Context, Viewer } from '../context.ts';
import { renewNotification } from '../notifications/actions/notify.ts';
import type { Db, Trx } from '../platform/db/database.ts';
import {
  type Page,
  type PageRequest,
  readPage,
  TimeKey,
  toPage,
} from '../platform/http/pagination.ts';
import { presentCard } from '../profiles/actions/show-profile.ts';
import { Refusal } from '../refusals.ts';
import {
  findFollowCounts,
  getUser,
  lockUser,
  lockUserForShare,
  markHiddenStar,
  setFollowsPublic,
  unmarkHiddenStar,
} from '../users/actions.ts';
import { COUNTED_FOLLOWERS_MAX, canSeeLists, FOLLOWING_MAX, followState } from './rules.ts';
import type { FollowCard, FollowStatus, PrivacySettings } from './schema.ts';
import {
  countFollowsOf,
  deleteListed,
  type FollowChange,
  type FollowList,
  lockListed,
  selectFollowed,
  selectFollowers,
  selectList,
  upsertFollow,
} from './store.ts';

const PURGE_BATCH = 500;

/** SPEC §3: flips the viewer's follow of somebody; with a wanted state it ends in that one (D8). */
export async function toggleFollow(
  ctx: Context,
  viewer: Viewer,
  uid: number,
  wanted: boolean | undefined,
): Promise<FollowStatus> {
  if (uid === viewer.uid) throw new Refusal('self_follow');
  await getUser(ctx.db, uid);
  const press = {
    follower_uid: viewer.uid,
    followed_uid: uid,
    wanted: wanted ?? null,
    now: ctx.now(),
  };
  const iFollow = await ctx.tx((trx) => writeToggle(trx, press));
  // Read after the commit, so that nobody's lock is held for it.
  return readStatus(ctx.db, viewer, uid, iFollow);
}

async function writeToggle(trx: Trx, press: FollowChange): Promise<boolean> {
  // Lock order: the follower, then the followed member, who is read under that lock. PostgreSQL runs the statements in
  // the order of this array (test/integration/lock-order.test.ts). The follower's lock serializes their own toggles, or
  // two at once could both take the last free follow. The key share lock only prevents deletion, so that many members
  // can follow the same one at once.
  const [user] = await Promise.all([
    lockUser(trx, press.follower_uid),
    lockUserForShare(trx, [press.followed_uid]),
    getUser(trx, press.followed_uid),
  ]);
  // Again under the lock: a ban or a deletion may have come after the guard looked.
  if (!user || user.deleted_at) throw new Refusal('login_required');
  if (user.status === 'banned') throw new Refusal('banned');
  const { following, changed } = await upsertFollow(trx, press);
  if (!following || !changed) return following;
  const counts = await findFollowCounts(trx, press.follower_uid);
  if (counts.following > FOLLOWING_MAX) throw new Refusal('too_many', { limit: FOLLOWING_MAX });
  await renewNotification(trx, {
    uid: press.followed_uid,
    kind: 'follow',
    // Without the time: one for each pair, renewed when they follow again.
    cause: `follow:${press.follower_uid}`,
    actor_uid: press.follower_uid,
    created_at: press.now,
  });
  return following;
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

/** Those of the people whom the follower follows, in one query however many are asked about. */
export async function findFollowed(
  db: Db,
  follower: number,
  followedUids: number[],
): Promise<Set<number>> {
  return new Set(await selectFollowed(db, follower, followedUids));
}

/** Those of the people who follow the member, likewise. */
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
  const rows = await selectList(ctx.readDb, list, uid, page);
  const listed = rows.map((row) => row.uid);
  const followed = viewer ? await findFollowed(ctx.readDb, viewer.uid, listed) : new Set<number>();
  return toPage(
    rows,
    page.limit,
    (row) => [row.changed_at.toISOString(), row.uid],
    (row) => ({
      ...presentCard(ctx, row),
      i_follow: followed.has(row.uid),
      followed_at: row.changed_at.toISOString(),
    }),
  );
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
 * D15: the counts of others are without somebody who is deleted, as their lists are. In the transaction that marks the
 * account.
 */
export async function hideFollowsOf(trx: Trx, uid: number): Promise<void> {
  const { followers } = await findFollowCounts(trx, uid);
  const isStar = followers > COUNTED_FOLLOWERS_MAX;
  if (isStar) await markHiddenStar(trx, uid);
  await countFollowsOf(trx, uid, { lists: countedLists(isStar), step: -1 });
}

/** The opposite, for a restored account. */
export async function showFollowsOf(trx: Trx, uid: number): Promise<void> {
  const isStar = await unmarkHiddenStar(trx, uid);
  await countFollowsOf(trx, uid, { lists: countedLists(isStar), step: 1 });
}

function countedLists(isStar: boolean): FollowList[] {
  return isStar ? ['following'] : ['following', 'followers'];
}

/** In batches, because a person may have a million followers and a transaction must stay short. */
export async function purgeFollows(ctx: Context, uid: number): Promise<void> {
  for (const list of ['following', 'followers'] as const) {
    for (let deleted = PURGE_BATCH; deleted === PURGE_BATCH; ) {
      deleted = await ctx.tx((trx) => purgeBatch(trx, list, uid));
    }
  }
  await ctx.tx((trx) => unmarkHiddenStar(trx, uid));
}

async function purgeBatch(trx: Trx, list: FollowList, uid: number): Promise<number> {
  const listed = await lockListed(trx, list, uid, PURGE_BATCH);
  // Whether one of them is deleted decides what is counted, so it must not change meanwhile.
  await lockUserForShare(trx, listed);
  await deleteListed(trx, list, uid, listed);
  return listed.length;
}

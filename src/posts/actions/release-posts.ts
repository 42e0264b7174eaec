import type { Judgement } from '../../automatic-rules/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { assertLevel } from '../../levels/actions.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { SystemKind } from '../../notifications/rules.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal, type RefusalCode } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { PUBLISH_LEVEL } from '../rules.ts';
import { lockOwnPost, type PostRow } from '../store/posts.ts';
import * as store from '../store/schedules.ts';
import { newestText, publicBodyOf, withdrawLocked } from './change-post.ts';
import { type Examined, judgePost, recordHeldPost } from './judge-post.ts';
import { assertPublishable, examineNewest, prepareNewest, submitLocked } from './submit-post.ts';
import { getTransition } from './transition-post.ts';

const BATCH = 20;
/** After this many batches the worker looks again at what is due first. */
const BATCHES = 10;
/** After a failure of ours, the post is tried again this much later. */
const RETRY_SECONDS = 60;

/**
 * Publishes what is due. A worker repeats it; several may run it at once. Each post is one transaction, which also deletes
 * its schedule: a crash leaves both or neither, so a post goes out exactly once, also after a downtime.
 */
export async function releaseDuePosts(ctx: Context): Promise<void> {
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const due = await store.listDue(ctx.db, ctx.now(), BATCH);
    for (const post of due) await releaseOrPostpone(ctx, post);
    if (due.length < BATCH) return;
  }
}

async function releaseOrPostpone(ctx: Context, due: store.DuePost): Promise<void> {
  try {
    await releasePost(ctx, due);
  } catch (err) {
    ctx.log.error({ err, post_id: due.post_id }, 'a scheduled post could not be published');
    const later = addSeconds(ctx.now(), RETRY_SECONDS);
    await ctx.autocommit((db) => store.postponeRelease(db, due.post_id, later));
  }
}

async function releasePost(ctx: Context, due: store.DuePost): Promise<void> {
  const { post_id, author_uid, status } = due;
  const author = authorOf(due);
  const newest =
    status === 'pending' ? undefined : await prepareNewest(ctx, author, { ...due, id: post_id });
  const examined =
    status === 'pending'
      ? undefined
      : await examineNewest(ctx, author, { id: post_id, version: due.version });
  await ctx.tx(async (trx) => {
    if (!(await store.tryLockRelease(trx, post_id))) return;
    const refusal = await refusalOf(() => assertActive(trx, author_uid));
    const post = await lockOwnPost(trx, author_uid, post_id);
    const schedule = await store.findSchedule(trx, post_id);
    // Published, cancelled, deleted or given another time since it was listed.
    if (!post || !schedule || schedule.due_at > ctx.now()) return;
    if (post.status === 'pending' && !schedule.approved_at) return;
    let judgement: Judgement | undefined;
    const reason =
      refusal ??
      (await refusalOf(async () => {
        judgement = await assertReleasable(ctx, trx, author, { post, examined });
      }));
    if (reason) return cancelRelease(ctx, trx, post, reason);
    const held = judgement?.outcome === 'hold';
    const move = await getTransition(ctx, trx, { ...post, held }, 'release');
    await recordHeldPost(ctx, trx, post, judgement);
    await submitLocked(ctx, trx, post, { move, newest });
    await store.deleteSchedules(trx, [post_id]);
    await notifyAuthor(
      ctx,
      trx,
      post,
      move.to === 'approved' ? 'schedule_published' : 'schedule_submitted',
    );
  });
}

/** Staff approved a pending post as it is; the others are submitted now, under the rules of submitting. */
async function assertReleasable(
  ctx: Context,
  trx: Trx,
  author: Viewer,
  { post, examined }: { post: PostRow; examined: Examined | undefined },
): Promise<Judgement | undefined> {
  if (post.status === 'pending') return undefined;
  // A level that the owner raised meanwhile is for what is submitted from then on.
  const { publish_level } = await ctx.site.load();
  assertLevel(author, Math.min(publish_level, PUBLISH_LEVEL));
  await assertPublishable(ctx, trx, post);
  const publicBody = publicBodyOf(post);
  return judgePost(ctx, trx, author, await newestText(trx, post), { examined, publicBody });
}

/** The author decides again: the schedule ends, and a post that staff had approved is a draft. */
async function cancelRelease(
  ctx: Context,
  trx: Trx,
  post: PostRow,
  reason: RefusalCode,
): Promise<void> {
  ctx.log.info({ post_id: post.id, reason }, 'a scheduled post was not published');
  if (post.status === 'pending') await withdrawLocked(ctx, trx, post);
  else await store.deleteSchedules(trx, [post.id]);
  await notifyAuthor(ctx, trx, post, FAILURES[reason] ?? 'schedule_failed');
}

const FAILURES: Partial<Record<RefusalCode, SystemKind>> = {
  address_unverified: 'schedule_failed_address',
  empty_body: 'schedule_failed_empty',
  level_too_low: 'schedule_failed_level',
  banned: 'schedule_failed_banned',
};

async function notifyAuthor(
  ctx: Context,
  trx: Trx,
  post: PostRow,
  kind: SystemKind,
): Promise<void> {
  await notifyUser(trx, {
    uid: post.author_uid,
    kind,
    cause: `schedule:${post.id}:${ctx.now().getTime()}`,
    related_id: post.id,
    payload: {},
    created_at: ctx.now(),
  });
}

async function refusalOf(check: () => Promise<void>): Promise<RefusalCode | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    // Temporary ones are tried again like any other failure of ours.
    if (error instanceof Refusal && error.status < 500) return error.code;
    throw error;
  }
}

/** The worker acts for the author; the state of the account is checked under its lock. */
function authorOf({ author_uid, exp }: store.DuePost): Viewer {
  return {
    uid: author_uid,
    role: 'member',
    status: 'active',
    session_id: '',
    exp,
    checked_in_on: null,
  };
}

import type { Context, Viewer } from '../../context.ts';
import { addDays, addSeconds, readTime } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { SCHEDULE_MAX_DAYS, SCHEDULE_MIN_SECONDS } from '../rules.ts';
import type { OwnPost } from '../schema.ts';
import { type PostRow, updatePost } from '../store/posts.ts';
import { findRevision } from '../store/revision-texts.ts';
import { deleteSchedules, findSchedule, upsertSchedule } from '../store/schedules.ts';
import type { Transition } from '../transitions.ts';
import { announcePost } from './announce-post.ts';
import { assertMayPublish } from './assert-may-publish.ts';
import { getOwnState, lockPost, newestText, publicBodyOf, withdrawLocked } from './change-post.ts';
import { type Examined, examinePost, judgePost, recordHeldPost } from './judge-post.ts';
import { getOwnPost } from './read-posts.ts';
import { assertVerifiedAddress } from './require-verified.ts';
import { getTransition, readVersion } from './transition-post.ts';
import { assertNotEmpty } from './write-text.ts';

/**
 * D20: one action behind both submit paths. It reads the review switch again. With a time and review on, the post waits
 * for review with its time; with review off it stays as it is, open to further edits, and is submitted at its time.
 * Without a time it goes out at once, and an earlier schedule ends.
 */
export async function submitPost(
  ctx: Context,
  viewer: Viewer,
  id: number,
  publishAt?: string,
): Promise<OwnPost> {
  await assertMayPublish(ctx, viewer);
  const publish_at = publishAt === undefined ? undefined : readPublishTime(ctx, publishAt);
  const before = await getOwnState(ctx.db, viewer, id);
  await getTransition(ctx, ctx.db, before, 'submit');
  const newest = await prepareNewest(ctx, viewer, before);
  const examined = await examineNewest(ctx, viewer, before);
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    await getTransition(ctx, trx, post, 'submit');
    await assertPublishable(ctx, trx, post);
    const written = await newestText(trx, post);
    const publicBody = publicBodyOf(post);
    const judgement = await judgePost(ctx, trx, viewer, written, { examined, publicBody });
    const held = judgement.outcome === 'hold';
    const move = await getTransition(ctx, trx, { ...post, held }, 'submit');
    await recordHeldPost(ctx, trx, post, judgement);
    const waits = publish_at !== undefined && move.effects.includes('publish');
    if (!waits) await submitLocked(ctx, trx, post, { move, newest });
    if (publish_at) await upsertSchedule(trx, id, { publish_at, now: ctx.now() });
    else await deleteSchedules(trx, [id]);
    return getOwnPost(ctx, trx, viewer, id);
  });
}

/** What is checked when a post goes out, now or by its schedule. */
export async function assertPublishable(ctx: Context, trx: Trx, post: PostRow): Promise<void> {
  await assertVerifiedAddress(ctx, trx, post.author_uid);
  assertNotEmpty((await newestText(trx, post)).body);
}

type NewestVersion = Awaited<ReturnType<typeof readVersion>> | undefined;

/** The text the author sees, if it was saved beside a public text. Call before the transaction: rendering is slow. */
export function prepareNewest(
  ctx: Context,
  viewer: Viewer,
  post: { id: number; version: number; live_version: number },
): Promise<NewestVersion> {
  return post.live_version === post.version
    ? Promise.resolve(undefined)
    : readVersion(ctx, viewer, post.id, post.version);
}

/** Before the transaction too: asks the service about the text that will be public. */
export async function examineNewest(
  ctx: Context,
  viewer: Viewer,
  { id, version }: { id: number; version: number },
): Promise<Examined | undefined> {
  const text = ctx.checkText && (await findRevision(ctx.db, id, version));
  return text && examinePost(ctx, viewer, text);
}

type Submission = { move: Extract<Transition, { to: string }>; newest: NewestVersion };

/** Moves a locked post on, with its newest text. */
export async function submitLocked(
  ctx: Context,
  trx: Trx,
  post: PostRow,
  { move, newest }: Submission,
): Promise<void> {
  const isUnpublishedText = post.live_version !== post.version;
  // Saved again since it was read; a retry reads the new text.
  if (isUnpublishedText && post.version !== newest?.live_version)
    throw new Refusal('unavailable', { retry_after: 1 });
  const now = ctx.now();
  await updatePost(trx, post, {
    ...(isUnpublishedText ? newest : {}),
    status: move.to,
    updated_at: now,
    ...(move.effects.includes('note_submission') ? { submitted_at: now } : {}),
    // A post that becomes public again keeps its first date, and so its position in lists.
    ...(move.effects.includes('publish') ? { published_at: post.published_at ?? now } : {}),
  });
  const isPublished = move.effects.includes('publish') && post.published_at === null;
  announcePost(trx, post, { isPublished });
}

/** A pending post gets another time; its approval stays, because the text is the same. Any other post is submitted. */
export async function schedulePost(
  ctx: Context,
  viewer: Viewer,
  id: number,
  publishAt: string,
): Promise<OwnPost> {
  const { status } = await getOwnState(ctx.db, viewer, id);
  if (status !== 'pending') return submitPost(ctx, viewer, id, publishAt);
  const publish_at = readPublishTime(ctx, publishAt);
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    if (post.status !== 'pending') throw new Refusal('wrong_state', { post_status: post.status });
    await upsertSchedule(trx, id, { publish_at, now: ctx.now() });
    return getOwnPost(ctx, trx, viewer, id);
  });
}

/**
 * Afterwards nothing publishes the post by itself: a pending one is a draft again, or its approval would make it public at
 * once. A post that is public already is refused, so the response is true whichever came first.
 */
export async function cancelSchedule(ctx: Context, viewer: Viewer, id: number): Promise<OwnPost> {
  return ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockPost(trx, viewer, id);
    if (post.status === 'approved') throw new Refusal('wrong_state', { post_status: post.status });
    if (await findSchedule(trx, id)) {
      if (post.status === 'pending') await withdrawLocked(ctx, trx, post);
      else await deleteSchedules(trx, [id]);
    }
    return getOwnPost(ctx, trx, viewer, id);
  });
}

function readPublishTime(ctx: Context, text: string): Date {
  const time = readTime(text, ctx.site.current.time_zone);
  const now = ctx.now();
  if (
    !time ||
    time < addSeconds(now, SCHEDULE_MIN_SECONDS) ||
    time > addDays(now, SCHEDULE_MAX_DAYS)
  )
    throw new Refusal(
      'schedule_time',
      { minutes: SCHEDULE_MIN_SECONDS / 60 },
      { fields: [{ pointer: '/publish_at', detail: 'too soon or too far ahead' }] },
    );
  return time;
}

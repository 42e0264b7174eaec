import { judgeRepeats } from '../../automatic-rules/actions/judge-repeats.ts';
import { judgeMentions } from '../../automatic-rules/rules.ts';
import { assertNotBlocked } from '../../blocks/actions/assert-not-blocked.ts';
import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import { announce } from '../../platform/live/announcements.ts';
import { type LockedPost, lockPublicPost } from '../../posts/actions/lock-post.ts';
import { changeCounts } from '../../posts/actions/post-counts.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import type { Comment, CommentDraft } from '../schema.ts';
import { getShown, type VisibleComment } from '../store/read.ts';
import { addReply, countRoots, insertComment } from '../store/write.ts';
import { applyRules, type JudgedText, judgeComment } from './judge-comment.ts';
import { lockComment } from './lock-comment.ts';
import { storeMentions } from './mention-people.ts';
import { notifyPeople } from './notify-people.ts';
import { presentComment } from './present.ts';
import { attachImage, readText } from './read-text.ts';

/** SPEC §4: a root comment on a public post. */
export async function createComment(
  ctx: Context,
  viewer: Viewer,
  postId: number,
  draft: CommentDraft,
): Promise<Comment> {
  const text = await judgeComment(ctx, viewer, await readText(ctx, viewer, draft));
  return ctx.tx(async (trx) => {
    const [, post] = await Promise.all([
      assertActive(trx, viewer.uid),
      lockPublicPost(trx, viewer, postId),
    ]);
    await assertNotBlocked(trx, viewer.uid, [post.author_uid]);
    return writeComment(ctx, trx, viewer, { text, post });
  });
}

/** D27: a reply to a root or to a reply; its `root_id` is the root in both cases. */
export async function replyToComment(
  ctx: Context,
  viewer: Viewer,
  address: RoutedId,
  draft: CommentDraft,
): Promise<Comment> {
  const text = await judgeComment(ctx, viewer, await readText(ctx, viewer, draft));
  return ctx.tx(async (trx) => {
    const { post, comment: target } = await lockComment(trx, viewer, address, { itself: false });
    await assertNotBlocked(trx, viewer.uid, [post.author_uid, target.author_uid]);
    await addReply(trx, post.id, target.root_id);
    return writeComment(ctx, trx, viewer, { text, post, target });
  });
}

/** Updates the counters last: likes and concurrent comments wait for their locks, so the locks stay short. */
async function writeComment(
  ctx: Context,
  trx: Trx,
  viewer: Viewer,
  { text, post, target }: { text: JudgedText; post: LockedPost; target?: VisibleComment },
): Promise<Comment> {
  const now = ctx.now();
  const day = calendarDay(now);
  const [id, counted] = await Promise.all([
    insertComment(trx, {
      post_id: post.id,
      author_uid: viewer.uid,
      root_id: target?.root_id ?? null,
      reply_to_id: target?.id ?? null,
      body: text.body,
      lang: text.lang,
      ...text.image,
      created_at: now,
      day,
    }),
    judgeRepeats(ctx, trx, viewer, text.judgement, { text: text.original }),
  ]);
  const at = { post_id: post.id, id, root_id: target?.root_id ?? id };
  await attachImage(trx, viewer, id, text);
  const mentioned = await storeMentions(trx, viewer, at, text);
  const judgement = judgeMentions(counted, mentioned.length);
  const isHeld = judgement.outcome === 'hold';
  if (!isHeld) await notifyPeople(trx, viewer, { id, now, post, target, mentioned });
  const [shown] = await Promise.all([
    getShown(trx, at),
    target && countRoots(trx, [{ post_id: post.id, id: target.root_id }]),
    changeCounts(trx, { post_id: post.id, day, comments: 1 }),
  ]);
  const comment = presentComment(ctx, shown);
  await applyRules(ctx, trx, viewer, { at, text: { ...text, judgement }, now });
  if (!isHeld) announce(trx, `comment:${post.id}:${id}`);
  return comment;
}

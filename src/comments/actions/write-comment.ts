import { judgeRepeats } from '../../automatic-rules/actions/judge-repeats.ts';
import { judgeMentions } from '../../automatic-rules/rules.ts';
import { assertNotBlocked } from '../../blocks/actions/assert-not-blocked.ts';
import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live/announcements.ts';
import { type LockedPost, lockPublicPost } from '../../posts/actions/lock-post.ts';
import { changeCounts } from '../../posts/actions/post-counts.ts';
import { attachOwnUploads } from '../../uploads/actions.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import type { Comment, CommentDraft } from '../schema.ts';
import { getShown, type VisibleComment } from '../store/read.ts';
import { addReply, insertComment } from '../store/write.ts';
import { applyRules, type JudgedText, judgeComment } from './judge-comment.ts';
import { lockComment } from './lock-comment.ts';
import { storeMentions } from './mention-people.ts';
import { notifyPeople } from './notify-people.ts';
import { presentComment } from './present.ts';
import { readText } from './read-text.ts';

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
  id: number,
  draft: CommentDraft,
): Promise<Comment> {
  const text = await judgeComment(ctx, viewer, await readText(ctx, viewer, draft));
  return ctx.tx(async (trx) => {
    const { post, comment: target } = await lockComment(trx, viewer, id, { itself: false });
    await assertNotBlocked(trx, viewer.uid, [post.author_uid, target.author_uid]);
    await addReply(trx, target.root_id);
    return writeComment(ctx, trx, viewer, { text, post, target });
  });
}

/** Updates the counter last: concurrent comments wait for its lock, so the lock stays short. */
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
      image_key: text.image_key,
      created_at: now,
      day,
    }),
    judgeRepeats(ctx, trx, viewer, text.judgement, { text: text.original }),
  ]);
  const keys = text.image_key === null ? [] : [text.image_key];
  await attachOwnUploads(trx, viewer, 'comment', keys, { kind: 'comment', id });
  const mentioned = await storeMentions(trx, viewer, id, text);
  const judgement = judgeMentions(counted, mentioned.length);
  const isHeld = judgement.outcome === 'hold';
  if (!isHeld) await notifyPeople(trx, viewer, { id, now, post, target, mentioned });
  const [shown] = await Promise.all([
    getShown(trx, id),
    changeCounts(trx, { post_id: post.id, day, comments: 1 }),
  ]);
  const comment = presentComment(ctx, shown);
  await applyRules(ctx, trx, viewer, { id, text: { ...text, judgement }, now });
  if (!isHeld) announce(trx, `comment:${post.id}:${id}`);
  return comment;
}

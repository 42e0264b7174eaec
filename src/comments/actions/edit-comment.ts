import { judgeRepeats } from '../../automatic-rules/actions/judge-repeats.ts';
import { judgeMentions } from '../../automatic-rules/rules.ts';
import { assertNotBlocked } from '../../blocks/actions/assert-not-blocked.ts';
import type { Context, Viewer } from '../../context.ts';
import { addDays } from '../../platform/clock.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import { Refusal } from '../../refusals.ts';
import { detachUploads } from '../../uploads/actions.ts';
import { EDIT_MINUTES, isEditable, REVISION_DAYS } from '../rules.ts';
import type { Comment, CommentDraft } from '../schema.ts';
import { listLiked } from '../store/likes.ts';
import { deleteMentions } from '../store/mentions.ts';
import { getShown } from '../store/read.ts';
import { deleteOldRevisions, insertRevision } from '../store/revisions.ts';
import { updateText } from '../store/write.ts';
import { applyRules, judgeComment } from './judge-comment.ts';
import { lockComment } from './lock-comment.ts';
import { storeMentions } from './mention-people.ts';
import { notifyMentioned } from './notify-people.ts';
import { presentComment } from './present.ts';
import { attachImage, readText } from './read-text.ts';

const SWEEP_BATCH = 1000;

/**
 * Replaces the text of an own comment. The replaced text stays for the staff. Without `image_url` the image stays. D44:
 * a comment is one cause, so an edit notifies only people whom it mentions for the first time.
 */
export async function editComment(
  ctx: Context,
  viewer: Viewer,
  address: RoutedId,
  draft: CommentDraft,
): Promise<Comment> {
  const text = await judgeComment(ctx, viewer, await readText(ctx, viewer, draft));
  return ctx.tx(async (trx) => {
    const { post, comment } = await lockComment(trx, viewer, address, { itself: true });
    if (comment.author_uid !== viewer.uid) throw new Refusal('role_required');
    await assertNotBlocked(trx, viewer.uid, [post.author_uid]);
    // Read after the locks: an edit that waited for one is as late as it is now.
    const now = ctx.now();
    if (!isEditable(comment.created_at, now))
      throw new Refusal('edit_too_late', { minutes: EDIT_MINUTES });
    const { id } = comment;
    const hasNewImage = draft.image_url !== undefined && text.image.image_key !== comment.image_key;
    const written = { text: text.original, before: comment.body };
    let judgement = await judgeRepeats(ctx, trx, viewer, text.judgement, written);
    if (text.body !== comment.body || hasNewImage) {
      const { body, created_at, edited_at } = comment;
      if (text.body !== body)
        await insertRevision(trx, comment, { body, written_at: edited_at ?? created_at, now });
      const image = hasNewImage ? text.image : {};
      await updateText(trx, comment, {
        body: text.body,
        lang: text.lang,
        ...image,
        edited_at: now,
      });
      if (hasNewImage) {
        await detachUploads(trx, 'comment', [id], now);
        await attachImage(trx, viewer, id, text);
      }
      await deleteMentions(trx, [comment]);
      const mentioned = await storeMentions(trx, viewer, comment, text);
      judgement = judgeMentions(judgement, mentioned.length);
      await notifyMentioned(trx, viewer, { id, now, post, target: comment, mentioned });
    }
    const [shown, liked] = await Promise.all([
      getShown(trx, comment),
      listLiked(trx, viewer.uid, [comment]),
    ]);
    const presented = presentComment(ctx, shown, liked);
    await applyRules(ctx, trx, viewer, { at: comment, text: { ...text, judgement }, now });
    return presented;
  });
}

/** D15: a replaced text may name people whom the comment no longer mentions. */
export async function sweepCommentRevisions(ctx: Context): Promise<void> {
  const before = addDays(ctx.now(), -REVISION_DAYS);
  for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH; ) {
    deleted = await ctx.autocommit((trx) => deleteOldRevisions(trx, before, SWEEP_BATCH));
  }
}

import type { Context } from '../../context.ts';
import { eraseReasons } from '../../staff-log/actions.ts';
import { detachUploads } from '../../uploads/actions.ts';
import { replaceName } from '../rules.ts';
import {
  emptyComments,
  findTexts,
  listHiddenPictures,
  listMentioning,
  listPicturesOnPostsOf,
  listWritten,
  rewriteTexts,
} from '../store/purge.ts';
import { deleteComments, lockComments } from '../store/write.ts';
import { countChanges } from './count-comments.ts';
import { purgeCommentLikes } from './like-comment.ts';

const BATCH = 200;

/** D15: deletes the user's likes, empties the user's comments, then removes their name from comments of others. In short transactions. */
export async function purgeComments(ctx: Context, uid: number): Promise<void> {
  await purgeCommentLikes(ctx, uid);
  for (let after: number | undefined = 0; after !== undefined; ) {
    after = await emptyBatch(ctx, uid, after);
  }
  for (let renamed = BATCH; renamed === BATCH; ) renamed = await renameBatch(ctx, uid);
  // Images of other members' comments on the user's posts: those posts are purged and stay hidden.
  for (let released = BATCH; released === BATCH; ) {
    released = await ctx.tx(async (trx) => {
      const ids = await listPicturesOnPostsOf(trx, uid, BATCH);
      await detachUploads(trx, 'comment', ids, ctx.now());
      return ids.length;
    });
  }
}

/** Returns where the next batch begins. A second worker finds the same comments and changes nothing. */
async function emptyBatch(ctx: Context, uid: number, after: number): Promise<number | undefined> {
  const ids = await ctx.tx(async (trx) => {
    const written = await listWritten(trx, uid, after, BATCH);
    if (written.length === 0) return [];
    const ids = written.map((comment) => comment.id);
    const roots = written.map(({ post_id, root_id }) => ({ post_id, id: root_id }));
    await lockComments(trx, [...written, ...roots]);
    const deletion = { deleted_at: ctx.now(), deleted_by: uid };
    const decreases = await deleteComments(trx, written, deletion);
    await emptyComments(trx, written);
    const hidden = await listHiddenPictures(trx, written);
    await detachUploads(trx, 'comment', [...ids, ...hidden], ctx.now());
    await countChanges(ctx, trx, decreases, 1);
    return ids;
  });
  if (ids.length === 0) return undefined;
  // Not in that transaction: this runs as the owner, who on a cluster cannot read what it wrote before its commit. A purge
  // that was interrupted here finds the same comments again.
  await ctx.tx((trx) => eraseReasons(trx, 'comment', ids));
  return ids.length === BATCH ? ids.at(-1) : undefined;
}

function renameBatch(ctx: Context, uid: number): Promise<number> {
  return ctx.tx(async (trx) => {
    const mentioning = await listMentioning(trx, uid, BATCH);
    if (mentioning.length === 0) return 0;
    await lockComments(trx, mentioning);
    const texts = await findTexts(trx, mentioning);
    const renamed = texts.map(({ post_id, id, body, mentions }) => ({
      post_id,
      id,
      body: replaceName(body, mentions, uid),
    }));
    await rewriteTexts(trx, uid, renamed);
    return mentioning.length;
  });
}

import type { Context, Viewer } from '../../context.ts';
import { Refusal } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { lockOwnPost, updatePost } from '../store/posts.ts';
import { deletePublishedEdit } from '../store/published-edits.ts';

/** For an edit that took something back: readers no longer see what it removed. The author's versions stay. */
export async function hidePublishedEdit(
  ctx: Context,
  viewer: Viewer,
  id: number,
  version: number,
): Promise<void> {
  await ctx.tx(async (trx) => {
    await assertActive(trx, viewer.uid);
    const post = await lockOwnPost(trx, viewer.uid, id);
    if (!post) throw new Refusal('not_found');
    if (!(await deletePublishedEdit(trx, id, version))) throw new Refusal('not_found');
    // The page cache knows a change of the post by its row.
    await updatePost(trx, post, { show_changes: post.show_changes });
  });
}

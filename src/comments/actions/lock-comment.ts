import { FOR_EVERYBODY, hiddenFrom } from '../../blocks/rules.ts';
import type { Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { type LockedPost, lockPublicPost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { findPosition, findVisibleComment, type VisibleComment } from '../store/read.ts';
import { lockComments } from '../store/write.ts';

/**
 * A comment under which the viewer writes, or which they change. Lock order: the post, then the root, then the comment.
 * The visibility check runs last, when none of them can be deleted any more.
 */
export async function lockComment(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { itself }: { itself: boolean },
): Promise<{ post: LockedPost; comment: VisibleComment }> {
  const [, position] = await Promise.all([assertActive(trx, viewer.uid), findPosition(trx, id)]);
  if (!position) throw new Refusal('not_found');
  const [post, , comment] = await Promise.all([
    lockPublicPost(trx, viewer, position.post_id),
    lockComments(trx, itself ? [position.root_id, id] : [position.root_id]),
    // D67: nobody replies to what they do not see.
    findVisibleComment(trx, position.post_id, id, itself ? FOR_EVERYBODY : hiddenFrom(viewer)),
  ]);
  if (!comment) throw new Refusal('not_found');
  return { post, comment };
}

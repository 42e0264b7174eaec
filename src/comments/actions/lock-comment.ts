import { FOR_EVERYBODY, hiddenFrom } from '../../blocks/rules.ts';
import type { Viewer } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import { type LockedPost, lockPublicPost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import { assertActive } from '../../users/actions/lock-user.ts';
import { findVisibleComment, type VisibleComment } from '../store/read.ts';
import { lockThread } from '../store/write.ts';
import { getPosition } from './find-comment.ts';

/**
 * A comment under which the viewer writes, or which they change. Lock order: the post, then the root, then the comment.
 * The visibility check runs last, when none of them can be deleted any more.
 */
export async function lockComment(
  trx: Trx,
  viewer: Viewer,
  address: RoutedId,
  { itself }: { itself: boolean },
): Promise<{ post: LockedPost; comment: VisibleComment }> {
  const [, at] = await Promise.all([assertActive(trx, viewer.uid), getPosition(trx, address)]);
  const [post, , comment] = await Promise.all([
    lockPublicPost(trx, viewer, at.post_id),
    lockThread(trx, itself ? at : { ...at, id: at.root_id }),
    // D67: nobody replies to what they do not see.
    findVisibleComment(trx, at, itself ? FOR_EVERYBODY : hiddenFrom(viewer)),
  ]);
  if (!comment) throw new Refusal('not_found');
  return { post, comment };
}

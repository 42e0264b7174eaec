import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import type { CommentPosition } from '../store/keys.ts';
import { findPosition, findVisibleComment, type VisibleComment } from '../store/read.ts';

/** Where a comment is, whatever its state. The staff knows comments by their numbers alone. */
export async function getPosition(db: Db, address: RoutedId): Promise<CommentPosition> {
  const position = await findPosition(db, address);
  if (!position) throw new Refusal('not_found');
  return position;
}

/** D25: one comment, under a post that the viewer may see. */
export async function getVisibleCommentOf(
  db: Db,
  viewer: Viewer | null,
  address: RoutedId,
): Promise<VisibleComment> {
  const position = await getPosition(db, address);
  await getVisiblePost(db, viewer, position.post_id);
  const comment = await findVisibleComment(db, position);
  if (!comment) throw new Refusal('not_found');
  return comment;
}

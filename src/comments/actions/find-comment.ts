import type { Viewer } from '../../context.ts';
import type { Db } from '../../platform/db/database.ts';
import { getVisiblePost } from '../../posts/actions/lock-post.ts';
import { Refusal } from '../../refusals.ts';
import { findPosition, findVisibleComment, type VisibleComment } from '../store/read.ts';

/** D25: one comment, under a post that the viewer may see. */
export async function getVisibleCommentOf(
  db: Db,
  viewer: Viewer | null,
  id: number,
): Promise<VisibleComment & { post_id: number }> {
  const position = await findPosition(db, id);
  if (!position) throw new Refusal('not_found');
  const { post_id } = position;
  await getVisiblePost(db, viewer, post_id);
  const comment = await findVisibleComment(db, post_id, id);
  if (!comment) throw new Refusal('not_found');
  return { ...comment, post_id };
}

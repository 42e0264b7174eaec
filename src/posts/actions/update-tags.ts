import { hasOtherTags, lockTagsById, lockTagsOf, updatePostTags } from '../store/post-tags.ts';
import type { PostChangeHandler } from './process-changes.ts';

/**
 * D60: brings the lists and counts of tags up to date with changed posts. Staff who merge a tag at the same moment
 * wait for the locks, so that no row is added for a tag that was just merged.
 */
export const updateTagsOf: PostChangeHandler = async (_ctx, trx, postIds) => {
  if (!(await hasOtherTags(trx, postIds))) return;
  const unlocked = await lockTagsOf(trx, postIds);
  if (unlocked.length > 0) await lockTagsById(trx, unlocked);
  await updatePostTags(trx, postIds);
};

import type { Trx } from '../../platform/db/database.ts';
import {
  findSnapshot,
  lockState,
  type PostSnapshot,
  type PostState,
  restoreSnapshot,
} from '../store/undo.ts';
import { announcePost } from './announce-post.ts';

export type ReviewUndo = PostSnapshot & { left: PostState };

/** Runs a decision on a post and returns what its undo needs. The lock makes the snapshot that of the moment before. */
export async function withReviewUndo<T>(
  trx: Trx,
  id: number,
  decide: () => Promise<T>,
): Promise<{ result: T; undo: ReviewUndo }> {
  // The decision refuses a post that does not exist.
  const before = (await lockState(trx, id)) && (await findSnapshot(trx, id));
  const result = await decide();
  const left = await lockState(trx, id);
  if (!before || !left) throw new Error(`there is no post ${id}`);
  return { result, undo: { ...before, left } };
}

/** False if the author, or anybody, has changed the post since. */
export async function undoReview(trx: Trx, id: number, undo: ReviewUndo): Promise<boolean> {
  const now = await lockState(trx, id);
  const { left, ...before } = undo;
  const names = Object.keys(left) as (keyof PostState)[];
  if (!now || names.some((name) => now[name] !== left[name])) return false;
  await restoreSnapshot(trx, id, now, before);
  announcePost(trx, { id, author_uid: now.author_uid });
  return true;
}

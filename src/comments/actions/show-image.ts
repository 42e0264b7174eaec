import type { Trx } from '../../platform/db/database.ts';
import type { UploadOwner } from '../../uploads/rules.ts';
import type { CommentKey } from '../store/keys.ts';
import { findKeys } from '../store/read.ts';
import { lockComments, updateImage } from '../store/write.ts';

/** Locks those of the owners of an image that are comments; before the image, as every writer of a comment does. */
export async function lockCommentsWith(trx: Trx, owners: UploadOwner[]): Promise<void> {
  await lockComments(trx, await keysOf(trx, owners));
}

/** D55: the comments among the owners show the image again, or no longer if `image_id` is null. */
export async function showImage(
  trx: Trx,
  owners: UploadOwner[],
  image: { image_key: string; image_id: number | null },
): Promise<void> {
  const keys = await keysOf(trx, owners);
  if (keys.length > 0) await updateImage(trx, keys, image);
}

async function keysOf(trx: Trx, owners: UploadOwner[]): Promise<CommentKey[]> {
  const ids = owners.flatMap(({ kind, id }) => (kind === 'comment' ? [id] : []));
  return ids.length > 0 ? findKeys(trx, ids) : [];
}

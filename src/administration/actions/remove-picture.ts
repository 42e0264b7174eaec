import { lockCommentsWith, showImage } from '../../comments/actions/show-image.ts';
import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findImageAudience } from '../../reading/actions/image-visibility.ts';
import { Refusal } from '../../refusals.ts';
import { recordDecision } from '../../staff-log/actions/undo.ts';
import type { SentNotification } from '../../staff-log/rules.ts';
import { listOwners, lockUpload, removeUpload, restoreUses } from '../../uploads/actions.ts';
import type { UploadOwner } from '../../uploads/rules.ts';
import { setAvatarKey } from '../../users/actions/change-user.ts';
import type { User } from '../../users/actions/find-user.ts';
import { lockUser } from '../../users/actions/lock-user.ts';
import type { StaffUser } from '../schema/people.ts';
import { findUploadOfKey, findUploadOwner, isOnlyInDrafts } from '../store/pictures.ts';
import { getStaffUser } from './list-users.ts';

/** D55: removes one picture everywhere. Removing it again changes nothing and is not logged again. */
export async function removePicture(
  ctx: Context,
  staff: Viewer,
  id: number,
  sent: { reason: string; batch?: string | undefined },
): Promise<void> {
  await ctx.tx(async (trx) => {
    const removal = await takePicture(ctx, trx, staff, id, sent.reason.trim());
    if (removal) await recordRemoval(ctx, trx, staff, removal, sent.batch);
  });
}

/** Takes the picture down and tells its uploader. Undefined if it was removed before. */
export async function takePicture(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  id: number,
  reason: string,
): Promise<Removal | undefined> {
  const found = await findUploadOwner(trx, id);
  if (!found) throw new Refusal('not_found');
  const owner = await lockUploader(trx, staff, found.uid);
  const key = { uid: found.uid, id };
  // Whoever writes a comment locks it before its image.
  await lockCommentsWith(trx, await listOwners(trx, key));
  const upload = await lockUpload(trx, key);
  if (!upload) throw new Refusal('not_found');
  if (upload.removed_at) return undefined;
  // D25: an unused picture is visible to its uploader only.
  if (!(await findImageAudience({ ...ctx, db: trx }, staff, found.key)))
    throw new Refusal('not_found');
  if (await isOnlyInDrafts(trx, upload)) throw new Refusal('wrong_state', { post_status: 'draft' });
  const uses = await removeUpload(trx, upload, ctx.now());
  await showImage(trx, uses, { image_key: upload.key, image_id: null });
  const isAvatar = owner.avatar_key === upload.key;
  if (isAvatar) await setAvatarKey(trx, owner.uid, null);
  return notifyOfRemoval(ctx, trx, staff, {
    owner,
    id,
    uses,
    reason,
    avatar_key: isAvatar ? upload.key : null,
  });
}

/** D55: the member can upload another avatar. */
export async function removeAvatar(
  ctx: Context,
  staff: Viewer,
  uid: number,
  sent: { reason: string },
): Promise<StaffUser> {
  await ctx.tx(async (trx) => {
    const owner = await lockUploader(trx, staff, uid);
    const found = owner.avatar_key && (await findUploadOfKey(trx, uid, owner.avatar_key));
    if (!found) return;
    const upload = await lockUpload(trx, { uid, id: found.id });
    const uses = upload ? await removeUpload(trx, upload, ctx.now()) : [];
    await setAvatarKey(trx, uid, null);
    const { avatar_key } = owner;
    const taken = { owner, id: found.id, uses, reason: sent.reason.trim(), avatar_key };
    await recordRemoval(ctx, trx, staff, await notifyOfRemoval(ctx, trx, staff, taken), undefined);
  });
  return getStaffUser(ctx, uid);
}

/** D17: only the owner acts on admins and on the owner. Users come first in the lock order. */
async function lockUploader(trx: Trx, staff: Viewer, uid: number): Promise<User> {
  const owner = await lockUser(trx, uid);
  if (!owner || owner.email === null) throw new Refusal('not_found');
  if (owner.uid === staff.uid || staff.role === 'owner') return owner;
  if (owner.role === 'owner') throw new Refusal('owner_protected');
  if (owner.role === 'admin') throw new Refusal('role_required');
  return owner;
}

type Taken = {
  owner: User;
  id: number;
  uses: UploadOwner[];
  reason: string;
  /** If it was the member's avatar. */
  avatar_key: string | null;
};
export type Removal = Taken & { sent_notifications: SentNotification[] };

/** What an undo needs. */
export type PictureUndo = {
  id: number;
  uses: UploadOwner[];
  uid: number;
  avatar_key: string | null;
};

export function undoOf({ owner, id, uses, avatar_key }: Taken): PictureUndo {
  return { id, uses, uid: owner.uid, avatar_key };
}

/** The subject is the member, so that a purge erases the reason (D15). */
async function recordRemoval(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  removal: Removal,
  batch: string | undefined,
): Promise<void> {
  const { owner, id, uses, reason, sent_notifications } = removal;
  const isAvatar = uses.some((use) => use.kind === 'profile');
  await recordDecision(
    ctx,
    trx,
    staff,
    {
      action: isAvatar ? 'user.remove_avatar' : 'user.remove_picture',
      subject_kind: 'user',
      subject_id: owner.uid,
      reason,
      before: { removed: false, upload_id: id, shown_in: uses },
      after: { removed: true },
    },
    { state: { picture: undoOf(removal), sent_notifications }, batch },
  );
}

/** D44: members are not notified of their own actions. */
async function notifyOfRemoval(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  taken: Taken,
): Promise<Removal> {
  const { owner, id, uses, reason } = taken;
  if (owner.uid === staff.uid) return { ...taken, sent_notifications: [] };
  const isAvatar = uses.some((use) => use.kind === 'profile');
  const post = uses.find((use) => use.kind === 'post');
  const now = ctx.now();
  const cause = `picture_removed:${id}:${now.getTime()}`;
  await notifyUser(trx, {
    uid: owner.uid,
    kind: isAvatar ? 'avatar_removed' : 'picture_removed',
    cause,
    ...(post ? { related_id: post.id } : {}),
    payload: { reason },
    created_at: now,
  });
  return { ...taken, sent_notifications: [{ uid: owner.uid, cause }] };
}

/** Shows it again wherever it was. False if it was shown again already, or its file is gone. */
export async function undoPicture(
  trx: Trx,
  { id, uses, uid, avatar_key }: PictureUndo,
): Promise<boolean> {
  const owner = await lockUser(trx, uid);
  await lockCommentsWith(trx, uses);
  const upload = await lockUpload(trx, { uid, id });
  if (!owner || !upload?.removed_at) return false;
  await showImage(trx, uses, { image_key: upload.key, image_id: id });
  for (const kind of ['post', 'comment', 'profile'] as const) {
    const held = uses.filter((use) => use.kind === kind);
    await restoreUses(
      trx,
      kind,
      held.map((use) => ({ upload_id: id, holder_id: use.id })),
    );
  }
  if (avatar_key !== null && owner.avatar_key === null) await setAvatarKey(trx, uid, avatar_key);
  return true;
}

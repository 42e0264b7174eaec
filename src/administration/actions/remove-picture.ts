import type { Context, Viewer } from '../../context.ts';
import { notifyUser } from '../../notifications/actions/notify.ts';
import type { Trx } from '../../platform/db/database.ts';
import { findImageAudience } from '../../reading/actions/image-visibility.ts';
import { Refusal } from '../../refusals.ts';
import { recordStaffAction } from '../../staff-log/actions.ts';
import { lockUpload, removeUpload } from '../../uploads/actions.ts';
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
  sent: { reason: string },
): Promise<void> {
  await ctx.tx(async (trx) => {
    const found = await findUploadOwner(trx, id);
    if (!found) throw new Refusal('not_found');
    const owner = await lockUploader(trx, staff, found.uid);
    const upload = await lockUpload(trx, id);
    if (!upload) throw new Refusal('not_found');
    if (upload.removed_at) return;
    // D25: an unused picture is visible to its uploader only.
    if (!(await findImageAudience({ ...ctx, db: trx }, staff, found.key)))
      throw new Refusal('not_found');
    if (await isOnlyInDrafts(trx, id)) throw new Refusal('wrong_state', { post_status: 'draft' });
    const uses = await removeUpload(trx, upload, ctx.now());
    if (owner.avatar_key === upload.key) await setAvatarKey(trx, owner.uid, null);
    await recordRemoval(ctx, trx, staff, { owner, id, uses, reason: sent.reason.trim() });
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
    const found = owner.avatar_key && (await findUploadOfKey(trx, owner.avatar_key));
    if (!found) return;
    const upload = await lockUpload(trx, found.id);
    const uses = upload ? await removeUpload(trx, upload, ctx.now()) : [];
    await setAvatarKey(trx, uid, null);
    await recordRemoval(ctx, trx, staff, { owner, id: found.id, uses, reason: sent.reason.trim() });
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

type Removal = { owner: User; id: number; uses: UploadOwner[]; reason: string };

/** The subject is the member, so that a purge erases the reason (D15). */
async function recordRemoval(
  ctx: Context,
  trx: Trx,
  staff: Viewer,
  { owner, id, uses, reason }: Removal,
): Promise<void> {
  const isAvatar = uses.some((use) => use.kind === 'profile');
  await recordStaffAction(ctx, trx, staff, {
    action: isAvatar ? 'user.remove_avatar' : 'user.remove_picture',
    subject_kind: 'user',
    subject_id: owner.uid,
    reason,
    before: { removed: false, upload_id: id, shown_in: uses },
    after: { removed: true },
  });
  // D44: members are not notified of their own actions.
  if (owner.uid === staff.uid) return;
  const post = uses.find((use) => use.kind === 'post');
  await notifyUser(trx, {
    uid: owner.uid,
    kind: isAvatar ? 'avatar_removed' : 'picture_removed',
    cause: `picture_removed:${id}`,
    ...(post ? { related_id: post.id } : {}),
    payload: { reason },
    created_at: ctx.now(),
  });
}

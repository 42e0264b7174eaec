import { adjustEnergy } from '../../administration/actions/adjust-energy.ts';
import { changeRole, changeStatus } from '../../administration/actions/change-user.ts';
import { decideOnPost } from '../../administration/actions/decide-post.ts';
import { removeCommentAsStaff } from '../../administration/actions/remove-comment.ts';
import { reviewProfile } from '../../administration/actions/review-profile.ts';
import { changeSetting } from '../../administration/actions/site-settings.ts';
import { listProfileChanges } from '../../profiles/actions/change-profile.ts';
import type { DeedOf } from '../plan/deeds.ts';
import { commentOf } from './posts.ts';
import { known, postOf, type Stage, uidOf, viewerOf } from './stage.ts';

export async function promote(stage: Stage, deed: DeedOf<'promote'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const whom = uidOf(stage, deed.whom);
  await changeRole(ctx, viewerOf(stage, deed), whom, { role: 'admin' });
}

export async function turnReview(stage: Stage, deed: DeedOf<'review'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const setting = { value: deed.on };
  await changeSetting(ctx, viewerOf(stage, deed), 'audit.enabled', setting);
}

export async function decide(stage: Stage, deed: DeedOf<'decide'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const { id, version } = postOf(stage, deed.article);
  const { trigger, reason } = deed;
  await decideOnPost(ctx, viewerOf(stage, deed), id, { trigger, version, reason });
}

export async function judgeProfile(stage: Stage, deed: DeedOf<'judge_profile'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const uid = uidOf(stage, deed.whom);
  const { items } = await listProfileChanges(ctx, { limit: 50 });
  const { id } = known(
    items.find((one) => one.user.uid === uid),
    `a new name of ${deed.whom}`,
  );
  const { accept, reason } = deed;
  await reviewProfile(ctx, viewerOf(stage, deed), id, { accept, reason });
}

export async function ban(stage: Stage, deed: DeedOf<'ban'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const { whom, reason } = deed;
  const staff = viewerOf(stage, deed);
  await changeStatus(ctx, staff, uidOf(stage, whom), { status: 'banned', reason });
}

export async function removeComment(stage: Stage, deed: DeedOf<'remove_comment'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const staff = viewerOf(stage, deed);
  const { reason } = deed;
  await removeCommentAsStaff(ctx, staff, commentOf(stage, deed.comment), { reason });
}

export async function giveEnergy(stage: Stage, deed: DeedOf<'give_energy'>): Promise<void> {
  const ctx = stage.at(deed.when);
  const { to, amount, reason } = deed;
  const uids = to.map((key) => uidOf(stage, key));
  const staff = viewerOf(stage, deed);
  await adjustEnergy(ctx, staff, { uids, amount, reason, dry_run: false });
}

import { adjustEnergy } from '../../administration/actions/adjust-energy.ts';
import { changeRole, changeStatus } from '../../administration/actions/change-user.ts';
import { decideOnPost } from '../../administration/actions/decide-post.ts';
import { removeCommentAsStaff } from '../../administration/actions/remove-comment.ts';
import { reviewProfile } from '../../administration/actions/review-profile.ts';
import { changeSetting } from '../../administration/actions/site-settings.ts';
import { listProfileChanges } from '../../profiles/actions/change-profile.ts';
import type { StepOf } from '../plan/steps.ts';
import { commentOf } from './posts.ts';
import { assertDefined, postOf, type SeedState, uidOf, viewerOf } from './state.ts';

export async function promote(state: SeedState, step: StepOf<'promote'>): Promise<void> {
  const ctx = state.at(step.when);
  const whom = uidOf(state, step.whom);
  await changeRole(ctx, viewerOf(state, step), whom, { role: 'admin' });
}

export async function setReview(state: SeedState, step: StepOf<'set_review'>): Promise<void> {
  const ctx = state.at(step.when);
  const setting = { value: step.on };
  await changeSetting(ctx, viewerOf(state, step), 'audit.enabled', setting);
}

export async function decidePost(state: SeedState, step: StepOf<'decide_post'>): Promise<void> {
  const ctx = state.at(step.when);
  const { id, version } = postOf(state, step.post);
  const { trigger, reason } = step;
  await decideOnPost(ctx, viewerOf(state, step), id, { trigger, version, reason });
}

export async function decideProfile(
  state: SeedState,
  step: StepOf<'review_profile'>,
): Promise<void> {
  const ctx = state.at(step.when);
  const uid = uidOf(state, step.whom);
  const { items } = await listProfileChanges(ctx, { limit: 50 });
  const { id } = assertDefined(
    items.find((one) => one.user.uid === uid),
    `the new name of ${step.whom}`,
  );
  const { accept, reason } = step;
  await reviewProfile(ctx, viewerOf(state, step), id, { accept, reason });
}

export async function ban(state: SeedState, step: StepOf<'ban'>): Promise<void> {
  const ctx = state.at(step.when);
  const { whom, reason } = step;
  const staff = viewerOf(state, step);
  await changeStatus(ctx, staff, uidOf(state, whom), { status: 'banned', reason });
}

export async function removeComment(
  state: SeedState,
  step: StepOf<'remove_comment'>,
): Promise<void> {
  const ctx = state.at(step.when);
  const staff = viewerOf(state, step);
  const { reason } = step;
  await removeCommentAsStaff(ctx, staff, commentOf(state, step.comment), { reason });
}

export async function grantEnergy(state: SeedState, step: StepOf<'grant_energy'>): Promise<void> {
  const ctx = state.at(step.when);
  const { to, amount, reason } = step;
  const uids = to.map((key) => uidOf(state, key));
  const staff = viewerOf(state, step);
  await adjustEnergy(ctx, staff, { uids, amount, reason, dry_run: false });
}

import type { Step, StepOf } from '../plan/steps.ts';
import * as members from './members.ts';
import * as moderation from './moderation.ts';
import * as posts from './posts.ts';
import * as series from './series.ts';
import type { SeedState } from './state.ts';

type StepActions = { [K in Step['kind']]: (state: SeedState, step: StepOf<K>) => Promise<void> };

const STEP_ACTIONS: StepActions = {
  register: members.registerMember,
  set_profile: members.setProfile,
  set_avatar: members.uploadAvatar,
  log_in: members.logInMember,
  check_in: members.checkInMember,
  rename: members.rename,
  read_messages: members.readMessages,
  delete_account: members.deleteMember,
  write: posts.write,
  edit: posts.edit,
  delete: posts.remove,
  comment: posts.comment,
  like: posts.react,
  dislike: posts.react,
  follow: members.follow,
  create_folder: posts.addFolder,
  create_series: series.addSeries,
  add_to_series: series.addPart,
  save: posts.save,
  energize: posts.energize,
  promote: moderation.promote,
  set_review: moderation.setReview,
  decide_post: moderation.decidePost,
  review_profile: moderation.decideProfile,
  ban: moderation.ban,
  remove_comment: moderation.removeComment,
  grant_energy: moderation.grantEnergy,
};

/** Calls the action that a request would call, so the site's rules apply to the demo too. */
export async function performStep(state: SeedState, step: Step): Promise<void> {
  try {
    await (STEP_ACTIONS[step.kind] as StepActions['register'])(state, step as StepOf<'register'>);
  } catch (error) {
    const title = 'post' in step ? ` (${step.post.source.title})` : '';
    throw new Error(`${step.by} could not ${step.kind}${title}: ${error}`, { cause: error });
  }
}

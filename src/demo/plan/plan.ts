import { leavesAt } from '../accounts.ts';
import { createRandom } from '../random.ts';
import type { DemoMember } from '../schema.ts';
import { planEnergy } from './energy.ts';
import { planModeration } from './moderation.ts';
import { isPublic, planComments, planPosts, schedulePosts } from './posts.ts';
import { planFolders, planFollows, planReactions } from './reactions.ts';
import { planRegistrations, planVisits, scheduleRegistrations } from './registrations.ts';
import { planSeries } from './series.ts';
import { type PlannedPost, type Step, sortSteps } from './steps.ts';

type Plan = { steps: Step[]; posts: PlannedPost[] };

/**
 * Everything that happens, in the order of time. Pure: the same members give the same plan. The names passed to
 * `fork` are seeds; another name is another community.
 */
export function planCommunity(members: DemoMember[], seed = 'lamplight'): Plan {
  const random = createRandom(seed);
  const owner = members.find((one) => one.role === 'owner')?.key ?? '';
  const admins = members
    .filter((one) => one.role === 'admin')
    .map((one) => one.key)
    // The admin who reads Chinese comes first.
    .toSorted((a, b) => Number(isLatin(members, a)) - Number(isLatin(members, b)));
  const joining = scheduleRegistrations(members, random.fork('joining'));
  const joinedAt = (key: string) => joining.get(key) ?? 0;
  const posts = schedulePosts(members, random.fork('articles'));

  const comments = posts
    .filter(isPublic)
    .flatMap((post) => planComments(post, joinedAt, random.fork(`talk/${post.number}`)));
  const lastComment = new Map<PlannedPost, number>();
  for (const step of comments)
    if (step.kind === 'comment')
      lastComment.set(step.post, Math.max(step.when, lastComment.get(step.post) ?? step.when));

  // Before the reactions: this sets how long a post can be liked.
  const publishing = planPosts({ members, owner, admins }, posts, lastComment);
  const reactions = planReactions(members, posts, joinedAt, random.fork('applause'));
  const steps = [
    ...planRegistrations(members, joinedAt, owner, admins[0] ?? owner),
    ...publishing,
    ...comments,
    ...reactions,
    ...planFolders(reactions),
    ...planSeries(members, posts),
    ...planFollows(members, joinedAt, random.fork('follows')),
    ...planModeration({ members, posts, owner, admins }),
  ].filter(isPossible);
  const energy = planEnergy({ members, posts, joinedAt }, steps, random.fork('energy'));
  return {
    steps: sortSteps([...steps, ...energy, ...planVisits(members, joinedAt)]),
    posts,
  };
}

/** Members do nothing after they left or were banned, and nobody follows them then. */
function isPossible(step: Step): boolean {
  if (step.when > leavesAt(step.by)) return false;
  return step.kind !== 'follow' || step.when < leavesAt(step.whom);
}

function isLatin(members: DemoMember[], key: string): boolean {
  const name = members.find((one) => one.key === key)?.username ?? '';
  return !/\p{Script=Han}/u.test(name);
}

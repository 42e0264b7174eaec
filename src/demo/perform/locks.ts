import type { PlannedPost, Step } from '../plan/steps.ts';
import type { Locks } from '../scheduler.ts';

const member = (key: string) => `member ${key}`;
const post = ({ number }: PlannedPost) => `post ${number}`;

/**
 * What each step locks, so that steps on the same rows run in the order of the plan. A step that adds to a member's
 * ledger, experience or messages locks the member: those rows are numbered in the order of insertion.
 */
export function locksOf(step: Step, findMentions: (text: string) => string[]): Locks {
  const by = member(step.by);
  switch (step.kind) {
    case 'register':
      return { exclusive: [by, 'members'] };
    case 'set_profile':
    case 'rename':
      return { exclusive: [by], shared: ['site'] };
    case 'write':
      return { exclusive: [by, post(step.post), 'posts'], shared: ['site'] };
    case 'edit':
    case 'delete':
      return { exclusive: [by, post(step.post)], shared: ['site'] };
    case 'comment': {
      const notified = [
        step.post.author,
        step.parent?.by ?? '',
        ...findMentions(step.comment.text),
      ];
      const exclusive = new Set([by, ...notified.filter(Boolean).map(member), 'comments']);
      return { exclusive: [...exclusive], shared: [post(step.post)] };
    }
    case 'like':
    case 'dislike':
      // Reading messages locks the author exclusively: it turns likes into messages.
      return { exclusive: [], shared: [by, member(step.post.author), post(step.post)] };
    case 'create_folder':
      return { exclusive: [`folders of ${by}`], shared: [by] };
    case 'add_to_series':
      return { exclusive: [by], shared: [post(step.post)] };
    case 'save':
      return { exclusive: [`folders of ${by}`], shared: [by, post(step.post)] };
    case 'energize':
      return { exclusive: [by, member(step.post.author)], shared: [post(step.post)] };
    case 'decide_post':
      return { exclusive: [member(step.post.author), post(step.post), 'staff'], shared: [by] };
    case 'remove_comment':
      return { exclusive: [member(step.comment.by), post(step.post), 'staff'], shared: [by] };
    case 'follow':
      return { exclusive: [by, member(step.whom)] };
    case 'promote':
    case 'review_profile':
    case 'ban':
      return { exclusive: [by, member(step.whom), 'staff'] };
    case 'set_review':
      return { exclusive: [by, 'site', 'staff'] };
    case 'grant_energy':
      return { exclusive: [by, ...step.to.filter((key) => key !== step.by).map(member), 'staff'] };
    default:
      return { exclusive: [by] };
  }
}

import { addDelay } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { DemoComment, DemoMember } from '../schema.ts';
import type { PlannedPost, Step } from './steps.ts';

/** Since then a moderator approves every post before it is public. */
export const REVIEW_SINCE = -44.2;
/** From submitting a post to the decision. */
const REVIEW_DAYS = 0.15;

type Cast = { members: DemoMember[]; owner: string; admins: string[] };

/** Every post with its times, the oldest first. */
export function schedulePosts(members: DemoMember[], random: Random): PlannedPost[] {
  return members
    .flatMap((member) =>
      member.posts.map((source) => {
        const part = random.fork(`${member.key}/${source.title}`).between(0.25, 0.75);
        const until = source.deleted_days_ago === undefined ? 1 : -source.deleted_days_ago;
        return { number: 0, author: member.key, source, when: part - source.days_ago, until };
      }),
    )
    .toSorted((a, b) => a.when - b.when)
    .map((post, index) => ({ ...post, number: index + 1 }));
}

/** D25: readers can like, comment on and save it. */
export function isPublic({ source }: PlannedPost): boolean {
  return source.state === undefined || source.state === 'locked';
}

/** Writing, submitting, reviewing, locking and deleting each post. Sets `until` of locked posts. */
export function planPosts(cast: Cast, posts: PlannedPost[], lastComment: Map<PlannedPost, number>) {
  return posts.flatMap((post): Step[] => {
    const { author, source, when, until } = post;
    const write = { kind: 'write', by: author, post } as const;
    const reason = source.reason ?? '';
    const decide = { kind: 'decide_post', by: pickModerator(cast, post), post, reason } as const;
    const steps: Step[] = [];
    if (source.state === 'draft') steps.push({ ...write, when, as: 'draft' });
    else if (source.state === 'pending') steps.push({ ...write, when, as: 'submitted' });
    else if (source.state === 'rejected') {
      steps.push({ ...write, when: when - REVIEW_DAYS, as: 'submitted' });
      steps.push({ ...decide, when, trigger: 'reject' });
    } else if (when < REVIEW_SINCE) steps.push({ ...write, when, as: 'public' });
    else {
      steps.push({ ...write, when: when - REVIEW_DAYS, as: 'submitted' });
      steps.push({ ...decide, when, trigger: 'approve' });
    }
    if (source.state === 'locked') {
      const locked = addDelay(lastComment.get(post) ?? when, 0.2, 0.5);
      post.until = locked;
      steps.push({ ...decide, when: locked, trigger: 'lock' });
    }
    if (until < 1) steps.push({ kind: 'delete', by: author, when: until, post });
    return steps;
  });
}

/** An admin who reads the post's language and is not its author. */
function pickModerator({ admins, owner }: Cast, { author, source }: PlannedPost): string {
  const [chinese = owner, english = owner] = admins;
  const reader = /\p{Script=Han}/u.test(source.title) ? chinese : english;
  return reader === author ? (admins.find((one) => one !== author) ?? owner) : reader;
}

/** Every comment on a post, each after its parent and after its author joined. */
export function planComments(
  post: PlannedPost,
  joinedAt: (key: string) => number,
  random: Random,
): Step[] {
  const steps: Step[] = [];
  const addThread = (
    comment: DemoComment,
    after: number,
    delay: number,
    parent?: DemoComment,
  ): number => {
    const from = Math.max(after, joinedAt(comment.by));
    const when = addDelay(from, delay, random.next());
    const reply = parent ? { parent } : {};
    steps.push({ kind: 'comment', by: comment.by, when, post, comment, ...reply });
    let last = when;
    for (const reply of comment.replies ?? [])
      last = addThread(reply, last, random.between(0.02, 0.4), comment);
    return last;
  };
  let after = post.when;
  for (const comment of post.source.comments) {
    // Most comments come within a day; some readers find the post weeks later.
    const delay = random.bool(0.12) ? random.between(5, 30) : random.between(0.02, 0.9);
    addThread(comment, after, delay);
    after += Math.min(delay, 1);
    after = Math.min(after, 0.9);
  }
  return steps;
}

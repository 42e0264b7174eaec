import fc from 'fast-check';
import { expect } from 'vitest';
import { command, desired, hasPosts, pick, pickPost, rarely, which, who } from '../command.ts';
import {
  type Comment,
  canSee,
  countReactions,
  isVisible,
  type Member,
  type Model,
  type Post,
  reactionOf,
  repliesTo,
  stopsOn,
  toggle,
  unlessHidden,
} from '../model.ts';
import { sendChecked } from '../service.ts';

const BUTTONS = { like: 'liked', dislike: 'disliked' } as const;

/** D29, D8 */
export const react = command(
  'react',
  fc.record({ who, which, button: fc.constantFrom('like', 'dislike'), desired }),
  async (model, service, input) => {
    const { button } = input;
    const [member, post] = [pick(model.members, input.who), pickPost(model, input.which)];
    const response = await sendChecked(model, service, member, {
      method: 'POST',
      url: `/api/posts/${post.id}/${button}`,
      body: input.desired === undefined ? undefined : { [BUTTONS[button]]: input.desired },
      stops: () => stopsOn(post, member),
    });
    if (!response) return;
    const current = reactionOf(post, member);
    const next = toggle(current, button, input.desired);
    if (next === 'none') post.reactions.delete(member);
    else if (next !== current) post.reactions.set(member, { kind: next, day: model.day });
    expect(response.body).toEqual({ state: next, ...countReactions(post) });
  },
  hasPosts,
);

/** D32, D8 */
export const follow = command(
  'follow',
  fc.record({ who, whom: who, desired }),
  async (model, service, input) => {
    const [member, other] = [pick(model.members, input.who), pick(model.members, input.whom)];
    const response = await sendChecked(model, service, member, {
      method: 'POST',
      url: `/api/users/${other.uid}/follow`,
      body: input.desired === undefined ? undefined : { following: input.desired },
      stops: () => (other === member ? ['self_follow'] : []),
    });
    if (!response) return;
    if (input.desired ?? !member.follows.has(other)) member.follows.add(other);
    else member.follows.delete(other);
    expect(response.body).toEqual(followStatus(model, member, other));
  },
);

export function followStatus(model: Model, member: Member | null, other: Member) {
  const i_follow = member?.follows.has(other) ?? false;
  const follows_me = member !== null && other.follows.has(member);
  return {
    i_follow,
    follows_me,
    state: !i_follow ? 'none' : follows_me ? 'mutual' : 'following',
    follower_count: model.members.filter((one) => one.follows.has(other)).length,
    following_count: other.follows.size,
  };
}

export const comment = command(
  'comment',
  fc.record({ who, which }),
  async (model, service, input) => {
    const [author, post] = [pick(model.members, input.who), pickPost(model, input.which)];
    const response = await sendChecked(model, service, author, {
      method: 'POST',
      url: `/api/posts/${post.id}/comments`,
      body: { body: '好' },
      stops: () => stopsOn(post, author),
    });
    if (!response) return;
    expect(response.body).toMatchObject({ post_id: post.id, root_id: null, reply_count: 0 });
    addComment(model, post, { id: response.body.id, author, root: null, deleted: false });
  },
  hasPosts,
);

/** D27: replies to a root or to a reply belong to the root. */
export const reply = command(
  'reply',
  fc.record({ who, to: fc.nat(7) }),
  async (model, service, input) => {
    const author = pick(model.members, input.who);
    const { post, target } = pick(commentsIn(model), input.to);
    const response = await sendChecked(model, service, author, {
      method: 'POST',
      url: `/api/comments/${post.id}-${target.id}/reply`,
      body: { body: '谢谢' },
      stops: () =>
        unlessHidden(!canSee(author, post), [
          ...stopsOn(post, author),
          ...(isVisible(target) ? [] : (['not_found'] as const)),
        ]),
    });
    if (!response) return;
    const root = target.root ?? target;
    expect(response.body).toMatchObject({ post_id: post.id, root_id: root.id });
    addComment(model, post, { id: response.body.id, author, root, deleted: false });
  },
  hasComments,
);

/** D27: by its author, or by the author of the post. */
export const deleteComment = command(
  'delete comment',
  fc.record({ who, of: fc.nat(7), asOther: rarely }),
  async (model, service, input) => {
    const { post, target } = pick(commentsIn(model), input.of);
    const sides = input.asOther ? model.members : [target.author, post.author];
    const member = pick(sides, input.who);
    const response = await sendChecked(model, service, member, {
      method: 'DELETE',
      url: `/api/comments/${post.id}-${target.id}`,
      stops: () =>
        unlessHidden(
          !canSee(member, post) || !isVisible(target),
          [target.author, post.author].includes(member) ? [] : ['role_required'],
        ),
    });
    if (response) target.deleted = true;
  },
  hasComments,
);

function addComment(model: Model, post: Post, comment: Comment): void {
  post.comments.push(comment);
  post.commented_on.push(model.day);
}

export function commentsIn(model: Model): { post: Post; target: Comment }[] {
  return model.posts.flatMap((post) => post.comments.map((target) => ({ post, target })));
}

export function hasComments(model: Model): boolean {
  return commentsIn(model).length > 0;
}

/** The list of roots, newest first. */
export function rootsOf(post: Post) {
  const roots = post.comments.filter((one) => one.root === null && isVisible(one));
  return roots
    .map((root) => ({ id: root.id, reply_count: repliesTo(post, root).length }))
    .reverse();
}

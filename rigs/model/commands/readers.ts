import fc from 'fast-check';
import { expect } from 'vitest';
import { command, hasPosts, pick, pickPost, rarely, wanted, which, who } from '../command.ts';
import {
  type Comment,
  canSee,
  countReactions,
  isStanding,
  type Member,
  type Model,
  type Post,
  press,
  reactionOf,
  repliesTo,
  stopsOn,
  unlessHidden,
} from '../model.ts';
import { ask } from '../service.ts';

const BUTTONS = { like: 'liked', dislike: 'disliked' } as const;

/** D29, D8 */
export const react = command(
  'react',
  fc.record({ who, which, button: fc.constantFrom('like', 'dislike'), wanted }),
  async (model, service, input) => {
    const { button } = input;
    const [member, post] = [pick(model.members, input.who), pickPost(model, input.which)];
    const answer = await ask(model, service, member, {
      method: 'POST',
      url: `/api/posts/${post.id}/${button}`,
      body: input.wanted === undefined ? undefined : { [BUTTONS[button]]: input.wanted },
      stops: () => stopsOn(post, member),
    });
    if (!answer) return;
    const held = reactionOf(post, member);
    const next = press(held, button, input.wanted);
    if (next === 'none') post.reactions.delete(member);
    else if (next !== held) post.reactions.set(member, { kind: next, day: model.day });
    expect(answer.body).toEqual({ state: next, ...countReactions(post) });
  },
  hasPosts,
);

/** D32, D8 */
export const follow = command(
  'follow',
  fc.record({ who, whom: who, wanted }),
  async (model, service, input) => {
    const [member, other] = [pick(model.members, input.who), pick(model.members, input.whom)];
    const answer = await ask(model, service, member, {
      method: 'POST',
      url: `/api/users/${other.uid}/follow`,
      body: input.wanted === undefined ? undefined : { following: input.wanted },
      stops: () => (other === member ? ['self_follow'] : []),
    });
    if (!answer) return;
    if (input.wanted ?? !member.follows.has(other)) member.follows.add(other);
    else member.follows.delete(other);
    expect(answer.body).toEqual(followStatus(model, member, other));
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
    const answer = await ask(model, service, author, {
      method: 'POST',
      url: `/api/posts/${post.id}/comments`,
      body: { body: '好' },
      stops: () => stopsOn(post, author),
    });
    if (!answer) return;
    expect(answer.body).toMatchObject({ post_id: post.id, root_id: null, reply_count: 0 });
    say(model, post, { id: answer.body.id, author, root: null, deleted: false });
  },
  hasPosts,
);

/** D27: to a root or to a reply; it hangs under the root. */
export const reply = command(
  'reply',
  fc.record({ who, to: fc.nat(7) }),
  async (model, service, input) => {
    const author = pick(model.members, input.who);
    const { post, target } = pick(commentsIn(model), input.to);
    const answer = await ask(model, service, author, {
      method: 'POST',
      url: `/api/comments/${target.id}/reply`,
      body: { body: '谢谢' },
      stops: () =>
        unlessHidden(!canSee(author, post), [
          ...stopsOn(post, author),
          ...(isStanding(target) ? [] : (['not_found'] as const)),
        ]),
    });
    if (!answer) return;
    const root = target.root ?? target;
    expect(answer.body).toMatchObject({ post_id: post.id, root_id: root.id });
    say(model, post, { id: answer.body.id, author, root, deleted: false });
  },
  hasComments,
);

/** D27: its author, or whose post it is under. */
export const deleteComment = command(
  'delete comment',
  fc.record({ who, of: fc.nat(7), stranger: rarely }),
  async (model, service, input) => {
    const { post, target } = pick(commentsIn(model), input.of);
    const sides = input.stranger ? model.members : [target.author, post.author];
    const member = pick(sides, input.who);
    const answer = await ask(model, service, member, {
      method: 'DELETE',
      url: `/api/comments/${target.id}`,
      stops: () =>
        unlessHidden(
          !canSee(member, post) || !isStanding(target),
          [target.author, post.author].includes(member) ? [] : ['role_required'],
        ),
    });
    if (answer) target.deleted = true;
  },
  hasComments,
);

function say(model: Model, post: Post, said: Comment): void {
  post.comments.push(said);
  post.said_on.push(model.day);
}

export function commentsIn(model: Model): { post: Post; target: Comment }[] {
  return model.posts.flatMap((post) => post.comments.map((target) => ({ post, target })));
}

export function hasComments(model: Model): boolean {
  return commentsIn(model).length > 0;
}

/** What the list of roots says, newest first. */
export function rootsOf(post: Post) {
  const roots = post.comments.filter((one) => one.root === null && isStanding(one));
  return roots
    .map((root) => ({ id: root.id, reply_count: repliesTo(post, root).length }))
    .reverse();
}

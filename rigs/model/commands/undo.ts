import fc from 'fast-check';
import { expect } from 'vitest';
import { command, hasPosts, pick, pickPost, which, who } from '../command.ts';
import { isVisible, type Member, type Post } from '../model.ts';
import { expectSessionsEnded, type Service, setBanned, undoLast } from '../service.ts';
import { commentsIn, hasComments } from './readers.ts';
import { isPrivateDraft, MOVES, NEEDS_REASON, REASON, readVersion } from './staff.ts';

/** D47: after an undo everything is as if nobody had decided, so none of these commands changes the model. */
export const undoReview = command(
  'review and undo',
  fc.record({ which, move: fc.constantFrom('approve', 'reject', 'lock', 'unlock') }),
  async (model, service, input) => {
    const post = pickPost(model, input.which);
    const reason = NEEDS_REASON.includes(input.move) ? { reason: REASON } : {};
    await act(service, `/api/admin/posts/${post.id}/${input.move}`, {
      ...versionOf(post),
      ...reason,
    });
    await undoLast(service);
  },
  (model, input) => {
    if (!hasPosts(model)) return false;
    const post = pickPost(model, input.which);
    return !post.deleted && MOVES[input.move]?.(post) !== undefined;
  },
);

export const undoRemoval = command(
  'remove post and undo',
  fc.record({ which }),
  async (model, service, input) => {
    const post = pickPost(model, input.which);
    await act(service, `/api/admin/posts/${post.id}/remove`, {
      ...versionOf(post),
      reason: REASON,
    });
    await undoLast(service);
  },
  (model, input) => {
    if (!hasPosts(model)) return false;
    const post = pickPost(model, input.which);
    return !post.deleted && !isPrivateDraft(post);
  },
);

export const undoCommentRemoval = command(
  'remove comment and undo',
  fc.record({ of: fc.nat(7) }),
  async (model, service, input) => {
    const { target } = pick(commentsIn(model), input.of);
    await act(service, `/api/admin/comments/${target.id}/remove`, { reason: REASON });
    await undoLast(service);
  },
  (model, input) => {
    if (!hasComments(model)) return false;
    const { post, target } = pick(commentsIn(model), input.of);
    return !post.deleted && isVisible(target);
  },
);

/** D68: a ban, or the end of one; the sessions that it ended stay ended. */
export const undoBan = command(
  'ban or unban and undo',
  fc.record({ who, days: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }) }),
  async (model, service, input) => {
    const member: Member = pick(model.members, input.who);
    await setBanned(service, member, !member.banned, member.banned ? undefined : input.days);
    await undoLast(service);
    await expectSessionsEnded(service, member);
  },
);

const versionOf = (post: Post) => ({ version: readVersion(post) });

async function act({ staff }: Service, url: string, body: object): Promise<void> {
  const response = await staff.post(url, body);
  expect(response.status, response.text).toBeLessThan(300);
}

import fc from 'fast-check';
import { expect } from 'vitest';
import type { RefusalCode } from '../../../src/refusals.ts';
import { command, hasPosts, pick, pickPost, rarely, which, who } from '../command.ts';
import { isVisible, type Post, shownTitle } from '../model.ts';
import type { ApiResponse } from '../service.ts';
import { ownPostView } from './posts.ts';
import { pickWaiting, settle, waitingIn } from './profiles.ts';
import { commentsIn, hasComments } from './readers.ts';

export const REASON = '请改一改标题';

type Change = Partial<Post>;

/** D22: the transitions by staff. Other transitions are refused. */
export const MOVES: Record<string, (post: Post) => Change | undefined> = {
  approve: (post) => {
    if (post.status === 'pending') return { status: 'approved' };
    if (post.status !== 'approved' || post.pending_version === null) return undefined;
    return { live_version: post.pending_version, pending_version: null };
  },
  reject: (post) => {
    if (!['pending', 'approved'].includes(post.status)) return undefined;
    // The visible version was approved; the waiting edit is rejected.
    return post.pending_version === null ? { status: 'rejected' } : { pending_version: null };
  },
  lock: (post) =>
    post.status === 'locked' || isPrivateDraft(post)
      ? undefined
      : { status: 'locked', locked_from: post.status },
  unlock: (post) =>
    post.status === 'locked'
      ? { status: post.locked_from ?? 'draft', locked_from: null }
      : undefined,
};
export const NEEDS_REASON = ['reject', 'lock'];

/** D51 */
export const isPrivateDraft = (post: Post) => post.status === 'draft' && !post.submitted;

export const review = command(
  'review',
  fc.record({
    which,
    // Unlock is listed twice, or most locked posts would stay locked.
    move: fc.constantFrom('approve', 'approve', 'reject', 'lock', 'unlock', 'unlock'),
    stale: rarely,
  }),
  async (model, service, { move, stale, ...input }) => {
    const post = pickPost(model, input.which);
    const change = MOVES[move]?.(post);
    const response = await service.staff.post(`/api/admin/posts/${post.id}/${move}`, {
      version: stale ? readVersion(post) + 1 : readVersion(post),
      ...(NEEDS_REASON.includes(move) ? { reason: REASON } : {}),
    });
    const stops: RefusalCode[] = [
      ...(change ? [] : (['wrong_state'] as const)),
      ...(stale ? (['stale_version'] as const) : []),
    ];
    if (refused(response, post.deleted ? ['not_found'] : stops)) return;
    Object.assign(post, change);
    // D21: staff do not see a later version that its author only saved.
    expect(response.body).toMatchObject({ ...ownPostView(post), title: shownTitle(post) });
  },
  hasPosts,
);

/** D22: the version under review: the waiting edit, else the visible one. */
export function readVersion(post: Post): number {
  return post.pending_version ?? post.live_version;
}

/** D24: a removal by staff costs no energy. */
export const remove = command(
  'remove post',
  fc.record({ which }),
  async (model, service, input) => {
    const post = pickPost(model, input.which);
    const response = await service.staff.post(`/api/admin/posts/${post.id}/remove`, {
      version: readVersion(post),
      reason: REASON,
    });
    const stops: RefusalCode[] = isPrivateDraft(post) ? ['wrong_state'] : [];
    if (!refused(response, post.deleted ? ['not_found'] : stops))
      Object.assign(post, { deleted: true, deleted_by_author: false });
  },
  hasPosts,
);

/** D27: a deleted root hides its replies, also when staff delete it. */
export const removeComment = command(
  'remove comment',
  fc.record({ of: fc.nat(7) }),
  async (model, service, input) => {
    const { post, target } = pick(commentsIn(model), input.of);
    const url = `/api/admin/comments/${target.id}/remove`;
    const response = await service.staff.post(url, { reason: REASON });
    const isThere = !post.deleted && isVisible(target);
    if (!refused(response, isThere ? [] : ['not_found'])) target.deleted = true;
  },
  hasComments,
);

/** D39 */
export const decide = command(
  'decide on profile change',
  fc.record({ who, verdict: fc.constantFrom('accept', 'refuse'), again: rarely }),
  async (model, service, input) => {
    const member = pickWaiting(model, input.who);
    const url = `/api/admin/profile-changes/${member.change?.id}/${input.verdict}`;
    const body = input.verdict === 'refuse' ? { reason: REASON } : undefined;
    const response = await service.staff.post(url, body);
    expect(refused(response, [])).toBe(false);
    settle(member, input.verdict === 'accept' ? 'accepted' : 'refused');
    if (input.again) refused(await service.staff.post(url, body), ['wrong_state', 'not_found']);
  },
  (model) => waitingIn(model).length > 0,
);

/** Of two concurrent decisions one wins, and the escrow moves once. */
export const decideTwice = command(
  'accept and refuse at once',
  fc.record({ who }),
  async (model, service, input) => {
    const member = pickWaiting(model, input.who);
    const url = `/api/admin/profile-changes/${member.change?.id}`;
    const [accepted, declined] = await Promise.all([
      service.staff.post(`${url}/accept`),
      service.staff.post(`${url}/refuse`, { reason: REASON }),
    ]);
    const [won, lost] = accepted.status < 300 ? [accepted, declined] : [declined, accepted];
    expect(refused(won, [])).toBe(false);
    expect(refused(lost, ['wrong_state'])).toBe(true);
    settle(member, won === accepted ? 'accepted' : 'refused');
  },
  (model) => waitingIn(model).length > 0,
);

function refused(response: ApiResponse, stops: RefusalCode[]): boolean {
  if (stops.length === 0) {
    expect(response.status, response.text).toBeLessThan(300);
    return false;
  }
  expect(stops, response.text).toContain(response.body?.code);
  return true;
}

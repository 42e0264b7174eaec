import type { Viewer } from '../context.ts';

/** Only a script follows more. Every follow sends a notification (SPEC §6). */
export const FOLLOWING_MAX = 5000;
/** D15: with more followers, deleting the account does not update each follower's count; it becomes a hidden star. */
export const COUNTED_FOLLOWERS_MAX = 10_000;

export const FOLLOW_STATES = ['none', 'following', 'mutual'] as const;
export type FollowState = (typeof FOLLOW_STATES)[number];

/** SPEC §3: what the button shows, from the two directions. Followed but not following is still `none`. */
export function followState(iFollow: boolean, followsMe: boolean): FollowState {
  if (!iFollow) return 'none';
  return followsMe ? 'mutual' : 'following';
}

/** D32: hidden lists stay visible to their owner and the staff. */
export function canSeeLists(
  viewer: Viewer | null,
  owner: { uid: number; follows_public: boolean },
): boolean {
  if (owner.follows_public) return true;
  return viewer !== null && (viewer.uid === owner.uid || viewer.role !== 'member');
}

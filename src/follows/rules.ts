import type { Viewer } from '../context.ts';

/** More is no reading list but a machine: every follow sends its person a notice (SPEC §6). */
export const FOLLOWING_MAX = 5000;
/** Who has more followers than this is not taken off the counter of each of them when the account is deleted (D15). */
export const COUNTED_FOLLOWERS_MAX = 10_000;

export const FOLLOW_STATES = ['none', 'following', 'mutual'] as const;
export type FollowState = (typeof FOLLOW_STATES)[number];

/** SPEC §3: what the button shows, from the two directions. Followed but not following is still `none`. */
export function followState(iFollow: boolean, followsMe: boolean): FollowState {
  if (!iFollow) return 'none';
  return followsMe ? 'mutual' : 'following';
}

/** D32: hidden lists stay open to whose they are, and to the staff. */
export function canSeeLists(
  viewer: Viewer | null,
  owner: { uid: number; follows_public: boolean },
): boolean {
  if (owner.follows_public) return true;
  return viewer !== null && (viewer.uid === owner.uid || viewer.role !== 'member');
}

/** Whoever wants to look around logs in as one of them. */
export const LOG_INS = { reader: 'maodou', author: 'linxi', admin: 'xunye', owner: 'dengzhu' };

/** Bought too much, wrote too much, deleted too much: below zero. */
export const DEBTOR = 'qianzhang';
/** Came to advertise, and was shown the door. */
export const ADVERTISER = 'dazhe';
/** Is leaving: the account is deleted, and can still be restored. */
export const LEAVER = 'guoke';
/** Registered an hour ago and has no name yet. */
export const NEWCOMER = 'newcomer';

const GONE = new Map([
  [LEAVER, -4.3],
  [ADVERTISER, -1.6],
]);

/** From when on somebody takes no part any more; after the end of time for all others. */
export function goneAt(key: string): number {
  return GONE.get(key) ?? 2;
}

/** Under somebody's newest post, until a moderator comes by. */
export const ADVERTISEMENT = {
  by: ADVERTISER,
  text: '写得不错！顺便说一句，全场五折只剩三天，点我头像看。',
};

/** The accounts that `lamplight demo` prints, one per role. Values are names of folders in `demo/`. */
export const LOG_INS = { reader: 'maodou', author: 'linxi', admin: 'xunye', owner: 'dengzhu' };

export function emailOf(key: string): string {
  return `${key}@lamplight.example`;
}

/** Has a negative balance after deleting several posts. */
export const DEBTOR = 'qianzhang';
/** Posts advertising, and is banned. */
export const ADVERTISER = 'dazhe';
/** Has deleted the account, which can still be restored. */
export const LEAVER = 'guoke';
/** Registered today and has no username yet. */
export const NEWCOMER = 'newcomer';

const LEFT_AT = new Map([
  [LEAVER, -4.3],
  [ADVERTISER, -1.6],
]);

/** When a member leaves or is banned; 2, after the end of the plan, for all others. */
export function leavesAt(key: string): number {
  return LEFT_AT.get(key) ?? 2;
}

/** The spam comment that a moderator removes. */
export const ADVERTISEMENT = {
  by: ADVERTISER,
  text: '写得不错！顺便说一句，全场五折只剩三天，点我头像看。',
};

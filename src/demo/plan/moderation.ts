import { ADVERTISEMENT, ADVERTISER, LEAVER, LOG_INS, leavesAt } from '../accounts.ts';
import type { DemoMember } from '../schema.ts';
import { isPublic, REVIEW_SINCE } from './posts.ts';
import type { PlannedPost, Step } from './steps.ts';

const FOUNDER_DAYS = 160;
const GIFT = { when: -88.9, amount: 120, reason: '开站礼物：谢谢你在还没有人的时候就来了。' };
/** Two new names that wait for review. */
const RENAMES = [
  { by: 'huanhu', username: '环湖骑士在路上', when: -1.3 },
  { by: 'tomas', username: 'TomásKeys', when: 0.3 },
];
const EDITS = {
  approved: '<p>（补充：评论里指出的两处已经改过，谢谢各位。）</p>',
  pending: '<p>（又补一句：有朋友问能不能转给同事看。可以，注明出处就好。）</p>',
};

type Cast = { members: DemoMember[]; posts: PlannedPost[]; owner: string; admins: string[] };

/** Actions of the owner and the moderators, apart from decisions on new posts. */
export function planModeration({ members, posts, owner, admins }: Cast): Step[] {
  const moderator = admins[0] ?? owner;
  const founders = members
    .filter((one) => one.joined_days_ago >= FOUNDER_DAYS)
    .map((one) => one.key);
  const keys = new Set(members.map((member) => member.key));
  const steps: Step[] = [
    { kind: 'grant_energy', by: owner, to: founders, ...GIFT },
    { kind: 'set_review', by: owner, when: REVIEW_SINCE, on: true },
    ...RENAMES.filter(({ by }) => keys.has(by)).map(
      (rename): Step => ({ kind: 'rename', ...rename }),
    ),
    { kind: 'delete_account', by: LEAVER, when: leavesAt(LEAVER) },
    ...planAdvertiser(posts, moderator),
    ...planEdits(posts, moderator),
  ];
  return steps;
}

function planAdvertiser(posts: PlannedPost[], moderator: string): Step[] {
  const target = posts.findLast((one) => isPublic(one) && one.when < -3 && one.when > -9);
  const rejection = { accept: false, reason: '名字不是招牌，换一个吧。' };
  const ban = { kind: 'ban', whom: ADVERTISER, reason: '多次发布广告，提醒后仍继续。' } as const;
  const steps: Step[] = [
    { kind: 'rename', by: ADVERTISER, when: -12.4, username: '全网最低价' },
    { kind: 'review_profile', by: moderator, when: -12.1, whom: ADVERTISER, ...rejection },
    { ...ban, by: moderator, when: leavesAt(ADVERTISER) },
  ];
  if (!target) return steps;
  const spam = { post: target, comment: ADVERTISEMENT };
  const reason = '广告。';
  return [
    ...steps,
    { kind: 'comment', by: ADVERTISER, when: -1.9, ...spam },
    { kind: 'remove_comment', by: moderator, when: -1.7, ...spam, reason },
  ];
}

/** The demo's author edited two posts: one edit is approved, one is pending. */
function planEdits(posts: PlannedPost[], moderator: string): Step[] {
  const own = posts.filter((one) => one.author === LOG_INS.author && isPublic(one));
  const older = own.findLast((one) => one.when < -20);
  const newer = own.findLast((one) => one.when < -3 && one !== older);
  const steps: Step[] = [];
  const approve = { kind: 'decide_post', by: moderator, trigger: 'approve', reason: '' } as const;
  if (older)
    steps.push(
      { kind: 'edit', by: older.author, when: -18.5, post: older, addition: EDITS.approved },
      { ...approve, when: -18.2, post: older },
    );
  if (newer)
    steps.push({
      kind: 'edit',
      by: newer.author,
      when: -0.35,
      post: newer,
      addition: EDITS.pending,
    });
  return steps;
}

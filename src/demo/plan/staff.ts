import { ADVERTISEMENT, ADVERTISER, goneAt, LEAVER, LOG_INS } from '../readers.ts';
import type { DemoMember } from '../schema.ts';
import { isPublic, REVIEW_FROM } from './articles.ts';
import type { Article, Deed } from './deeds.ts';

const FOUNDING = 160;
const GIFT = { when: -88.9, amount: 120, reason: '开站礼物：谢谢你在还没有人的时候就来了。' };
/** What two members would like to be called from now on; nobody has looked at it yet. */
const RENAMES = [
  { by: 'huanhu', username: '环湖骑士在路上', when: -1.3 },
  { by: 'tomas', username: 'TomásKeys', when: 0.3 },
];
const EDITS = {
  accepted: '<p>（补充：评论里指出的两处已经改过，谢谢各位。）</p>',
  waiting: '<p>（又补一句：有朋友问能不能转给同事看。可以，注明出处就好。）</p>',
};

type Cast = { members: DemoMember[]; articles: Article[]; owner: string; admins: string[] };

/** What the owner and the moderators did besides reading posts. */
export function planStaff({ members, articles, owner, admins }: Cast): Deed[] {
  const moderator = admins[0] ?? owner;
  const founders = members.filter((one) => one.joined_days_ago >= FOUNDING).map((one) => one.key);
  const there = new Set(members.map((member) => member.key));
  const deeds: Deed[] = [
    { kind: 'give_energy', by: owner, to: founders, ...GIFT },
    { kind: 'review', by: owner, when: REVIEW_FROM, on: true },
    ...RENAMES.filter(({ by }) => there.has(by)).map(
      (rename): Deed => ({ kind: 'rename', ...rename }),
    ),
    { kind: 'leave', by: LEAVER, when: goneAt(LEAVER) },
    ...planAdvertiser(articles, moderator),
    ...planEdits(articles, moderator),
  ];
  return deeds;
}

function planAdvertiser(articles: Article[], moderator: string): Deed[] {
  const target = articles.findLast((one) => isPublic(one) && one.when < -3 && one.when > -9);
  const refused = { accept: false, reason: '名字不是招牌，换一个吧。' };
  const ban = { kind: 'ban', whom: ADVERTISER, reason: '多次发布广告，提醒后仍继续。' } as const;
  const deeds: Deed[] = [
    { kind: 'rename', by: ADVERTISER, when: -12.4, username: '全网最低价' },
    { kind: 'judge_profile', by: moderator, when: -12.1, whom: ADVERTISER, ...refused },
    { ...ban, by: moderator, when: goneAt(ADVERTISER) },
  ];
  if (!target) return deeds;
  const said = { article: target, comment: ADVERTISEMENT };
  const reason = '广告。';
  return [
    ...deeds,
    { kind: 'comment', by: ADVERTISER, when: -1.9, ...said },
    { kind: 'remove_comment', by: moderator, when: -1.7, ...said, reason },
  ];
}

/** The author a visitor logs in as has put things right: once with a moderator's nod, once not yet. */
function planEdits(articles: Article[], moderator: string): Deed[] {
  const own = articles.filter((one) => one.author === LOG_INS.author && isPublic(one));
  const older = own.findLast((one) => one.when < -20);
  const newer = own.findLast((one) => one.when < -3 && one !== older);
  const deeds: Deed[] = [];
  const approve = { kind: 'decide', by: moderator, trigger: 'approve', reason: '' } as const;
  if (older)
    deeds.push(
      { kind: 'edit', by: older.author, when: -18.5, article: older, addition: EDITS.accepted },
      { ...approve, when: -18.2, article: older },
    );
  if (newer)
    deeds.push({
      kind: 'edit',
      by: newer.author,
      when: -0.35,
      article: newer,
      addition: EDITS.waiting,
    });
  return deeds;
}

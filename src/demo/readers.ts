import type { DemoMember, DemoPost } from './community.ts';

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

function note(title: string, days_ago: number, text: string): DemoPost {
  return { title, days_ago, body: `<p>${text}</p>`, comments: [] };
}

/** Those who mostly read. */
export const READERS: DemoMember[] = [
  {
    key: 'maodou',
    username: '毛豆',
    signature: '读得多，写得少，偶尔剥几句。',
    joined: 120,
    presence: 0.9,
    posts: [],
  },
  {
    key: 'kankan',
    username: '只是看看',
    signature: '真的只是看看。',
    joined: 96,
    presence: 0.55,
    posts: [],
  },
  {
    key: 'quiet',
    username: 'QuietOne',
    signature: 'Mostly reading. Sometimes nodding.',
    joined: 140,
    presence: 0.6,
    posts: [],
  },
  {
    key: 'jingzi',
    username: '镜子',
    signature: '看见什么，就照见什么。',
    joined: 104,
    presence: 0.5,
    posts: [],
  },
  {
    key: 'xinlai',
    username: '新来的小满',
    signature: '第一天：找到了签到按钮。',
    joined: 84,
    presence: 0.3,
    posts: [],
  },
  {
    key: DEBTOR,
    username: '欠账的猫',
    signature: '下个月一定还。',
    joined: 89,
    presence: 0.35,
    posts: [
      note('第一篇', 87, '听说发文章很简单。果然很简单。'),
      note('昨晚的月亮', 80, '拍糊了，就不放照片了。请自行想象一个圆的、亮的东西。'),
      note('关于早起的计划', 74, '计划：明天六点起。备注：如果下雨就算了。'),
      note(
        '欠账第一天',
        60,
        '一口气删了三篇旧文，余额变成了负数。记在这里，提醒自己：删之前先数到十，数完再去睡一觉。',
      ),
      note('还清了', 30, '签到签了一个月，今天余额回到零。敬各位债主。'),
      note('存钱罐', 12, '攒到了三点能量，准备送给写得最认真的人。'),
    ],
  },
  {
    key: ADVERTISER,
    username: '打折小能手',
    signature: '天天有折扣',
    joined: 24,
    presence: 0.15,
    posts: [
      {
        title: '最后三天！全场五折，点进来就送',
        days_ago: 18,
        body: '<p>数量有限，先到先得。</p><p>数量有限，先到先得。</p><p>数量有限，先到先得。</p>',
        state: 'rejected',
        reason: '这是广告。灯火欢迎你写自己用过的东西，不欢迎复制三遍的口号。',
        comments: [],
      },
    ],
  },
  {
    key: LEAVER,
    username: '过客',
    signature: '路过。',
    joined: 66,
    presence: 0.25,
    posts: [],
  },
  { key: NEWCOMER, username: '', signature: '', joined: 0, presence: 0, posts: [] },
];

/** Which of the debtor's notes are deleted again, and when. */
export const REGRETS: { title: string; when: number }[] = [
  { title: '第一篇', when: -61.5 },
  { title: '昨晚的月亮', when: -61.49 },
  { title: '关于早起的计划', when: -61.48 },
  { title: '还清了', when: -2.5 },
  { title: '存钱罐', when: -2.49 },
];

/** Under somebody's newest post, until a moderator comes by. */
export const ADVERTISEMENT = {
  by: ADVERTISER,
  text: '写得不错！顺便说一句，全场五折只剩三天，点我头像看。',
};

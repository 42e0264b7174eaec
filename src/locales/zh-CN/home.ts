import { CHECKIN_ENERGY } from '../../levels/rules.ts';

/** The home page, and what stands beside a list of posts. */
export const home = {
  no_owner: '站点还没有站长',
  no_owner_hint: '准备好服务启动日志中的初始化口令，一分钟即可完成。',
  set_up: '开始初始化',

  welcome: '有人还醒着，灯就还亮着',
  welcome_lead:
    '灯火是一个认真写、慢慢读的地方。下面每盏灯都是一篇新文章，读到喜欢的，就分它一点能量；分的人越多，它越亮。',
  join: '来写第一篇',
  how_it_works: '先看看怎么玩',
  tonight: '今夜亮着的文章',
  fact_write: '写你真正知道的事',
  fact_write_text: '做过的、算过的、看见的、读完的。不确定就写“不确定”。',
  fact_energy: '能量买不到',
  fact_energy_text: `每天来一次得 ${CHECKIN_ENERGY} 点，写得好会收到别人的。送出去不能收回，所以会想一想。`,
  fact_watch: '有人巡夜',
  fact_watch_text: '有人看着这里，不当的内容会被移走，每次处理都写明理由。',

  today: '今天',
  hello_late: '夜深了，{{name}}',
  hello_morning: '早上好，{{name}}',
  hello_noon: '中午好，{{name}}',
  hello_afternoon: '下午好，{{name}}',
  hello_evening: '晚上好，{{name}}',
  week: '近七天签到',
  now: '今',
  checked_in: '已签到',
  not_checked_in: '未签到',
  energy: '点能量',
  checked_in_today: '今日已签到 +{{energy}}',
  exp_left: '今天还能因充能得 {{exp}} 经验。',
  exp_full: '今天充能的经验已满。',
  what_is_energy: '能量是什么',

  rail: '发现',
  people: '值得关注的作者',
  follow_somebody: '还没有关注谁',
  follow_somebody_hint: '关注几位作者，他们的新文章就会出现在这里。',
  about_energy: '能量怎么流动',
};

import { EXP_PER_ENERGY } from '../../energizing/rules.ts';
import { CHECKIN_EXP, ENERGIZE_EXP_DAILY_MAX, TASK_EXP } from '../../levels/rules.ts';
import { UPLOAD_BYTES_MAX } from '../../platform/images/limits.ts';
import { SEARCH_LEVEL } from '../../profiles/rules.ts';
import { COMMENT_IMAGE_LEVEL } from '../../uploads/rules.ts';

const UPLOAD_MB = UPLOAD_BYTES_MAX / (1024 * 1024);

/** Flat, because the whole of it goes to the browser. */
export const comments = {
  title: '评论',
  orders: '评论排序',
  newest: '最新',
  oldest: '最早',
  empty: '还没有评论，说说你的看法',
  empty_reader: '还没有评论',
  further: '前面还有评论',
  to_first: '从头看起',
  missing: '这条评论已被删除或不可见，下面是其他评论。',
  more: '查看更多评论',
  end: '到底了',

  of: '{{name}} 的评论',
  author: '作者',
  replied: '回复',
  replied_end: '：',
  reply: '回复',
  reply_of: '回复 {{name}}',
  image_of: '{{name}} 发的图片',
  open_image: '看大图',
  close: '关闭',
  expand_one: '展开 {{count}} 条回复',
  expand_other: '展开 {{count}} 条回复',
  expand_between: '展开中间的回复',
  more_replies: '更多回复',
  collapse: '收起回复',

  remove: '删除',
  remove_of: '删除 {{name}} 的评论',
  remove_confirm: '删除这条评论？删除后不能恢复。',
  remove_confirm_thread_one: '删除这条评论？下面的 {{count}} 条回复会一起删除，不能恢复。',
  remove_confirm_thread_other: '删除这条评论？下面的 {{count}} 条回复会一起删除，不能恢复。',
  remove_yes: '确认删除',
  removing: '评论已删除',
  removing_thread_one: '评论和 {{count}} 条回复已删除',
  removing_thread_other: '评论和 {{count}} 条回复已删除',
  undo: '撤销',
  undone: '已撤销，评论还在。',

  write: '写评论',
  placeholder: '说说你的看法…',
  replying: '回复 @{{name}}',
  send: '发布评论',
  send_reply: '回复',
  sending: '正在发布…',
  cancel: '取消',
  sent: '评论已发布。',
  sent_reply: '回复已发布。',
  keys: '发布：{{keys}}',
  used: '{{used}} / {{max}}',
  too_long: '超出 {{over}} 字，请精简到 {{max}} 字以内。',
  nothing: '先写点什么，再发布。',
  wait: '操作太频繁，请 {{seconds}} 秒后再试，写好的内容还在。',

  mention: '提及某人',
  people: '选择要提及的人',
  people_found: '找到 {{count}} 人，用上下键选择，回车确认',
  mention_needs_level: `Lv${SEARCH_LEVEL} 起可以搜索要提及的人，还差 {{exp}} 经验。直接写 @昵称 也可以，会通知你关注的人和这层楼里的人。`,

  image: '添加图片',
  image_hint: `可粘贴、拖入或选择，JPG 或 PNG，${UPLOAD_MB} MB 以内`,
  image_needs_level: `Lv${COMMENT_IMAGE_LEVEL} 可发图，还差 {{exp}} 经验`,
  level_how: '如何升级',
  level_ways: `每天签到 +${CHECKIN_EXP} 经验；给别人的文章充能，每点能量 +${EXP_PER_ENERGY} 经验，每天最多 ${ENERGIZE_EXP_DAILY_MAX}；完善头像、用户名和签名，各 +${TASK_EXP}。`,
  image_type: '评论里可以放 JPG 或 PNG 图片，请换一张。',
  image_size: `图片超过 ${UPLOAD_MB} MB，请压缩后再试。`,
  image_single: '每条评论一张图片，请先移除现有的。',
  image_uploading: '正在上传图片',
  image_wait: '图片还在上传，稍等片刻再发布。',
  image_ready: '要发布的图片',
  image_remove: '移除图片',

  log_in: '登录后评论',
  log_in_hint: '想说点什么？登录后会回到这里。',
  register: '注册',
  banned: '账号已被封禁，不能评论。',
  banned_hint: '如有疑问，请联系站长。',
  not_public: '文章公开后才能评论。',
};

import { ENDED_SESSION_DAYS } from '../../accounts/rules.ts';

/** The files that explain an export (`src/exports/readme.ts`). */
export const exported = {
  title: '你在灯火的数据',
  lead: '这是 {{site}} 保存的、属于你的全部数据，制作于 {{at}}（北京时间）。',
  inside: '里面有什么',
  files: {
    account: '账号、公开资料、等级、能量余额和各项设置',
    'profile-changes': '每次修改名字和签名的申请，以及审核结果',
    devices: `登录过的设备：IP、浏览器、备注和时间（退出 ${ENDED_SESSION_DAYS} 天后清除）`,
    'security-events': '改密码、删除和恢复账号等安全事件',
    posts: '你的文章：最近保存的内容、状态和收到的反应数',
    'post-versions': '文章的每一次保存',
    'post-counts': '文章每天收到的赞、评论、收藏和能量',
    'post-reads': '文章每天的阅读数，没有关于读者的记录',
    comments: '你的评论和回复，包括已删除的',
    'comment-versions': '你修改评论之前的文字，保留 30 天',
    mentions: '别人在哪些评论里 @ 了你',
    reactions: '你赞过和踩过的文章（none 表示已取消）',
    'comment-likes': '你赞过的评论',
    following: '你关注的人（following 为 false 表示已取消）',
    'followed-tags': '你关注的话题',
    followers: '关注你的人',
    folders: '你的收藏夹',
    favorites: '每个收藏夹里的文章',
    energy: '能量明细，每一笔都带有之后的余额',
    energized: '你给文章充的能',
    experience: '经验值明细',
    'check-ins': '签到的日子',
    tasks: '完成的新手任务',
    messages: '你收到的消息',
    'staff-decisions': '管理员对你的账号、文章和评论做过的决定及理由',
    pictures: '你上传的图片清单',
  },
  pictures: '你上传的图片；文章中的 /uploads/… 就是这里的 pictures/…',
  outside: '里面没有什么',
  outside_about:
    '没有密码和登录凭证；没有别人的内容、邮箱和名字：别人只以 uid 出现，谁踩了你、谁收藏了你也不在其中。',
  reading: '怎样阅读',
  reading_about:
    'JSON 文件是 UTF-8 编码的文本，一行一条，任何编辑器都能打开。时间是世界协调时（UTC），日期是北京时间的日期。制作过程中发生的变化可能只有一部分在里面。',
};

import { HISTORY_MAX } from '../../posts/rules.ts';

/** The posts read on this device. */
export const history = {
  title: '读过的文章',
  lead: `最近读过的 ${HISTORY_MAX} 篇，只记在这台设备上，退出登录时清除。`,
  needs_scripts:
    '这份记录保存在浏览器里，要开启 JavaScript 才能显示。没有开启时，什么也不会记下来。',
  clear: '清空',
  stop: '停止记录',
  resume: '重新开始记录',
  failed: '标题没有加载出来，请稍后再试。',
  empty: '还没有读过的文章',
  empty_hint: '打开一篇文章，它就会出现在这里。',
  off: '已停止记录',
  off_hint: '之前的记录已清空，之后读的文章也不会出现在这里。',
  read: '去读文章',
};

import { POSTS_MAX } from '../../offline/rules.ts';

/** What is shown without a connection. */
export const offline = {
  title: '离线阅读',
  heading: '这一页暂时打不开',
  lead: '可能是网络断了，也可能是网站暂时连不上。',
  some: `最近在这台设备上读过的文章（最多 ${POSTS_MAX} 篇）还可以看：`,
  empty: '这台设备上还没有可以离线看的文章。',
  empty_hint: '联网时打开过的文章会留在这里，停止记录阅读历史或退出登录后清除。',
  retry: '再试一次',
  needs_scripts: '要看到离线文章，浏览器需要开启 JavaScript。',
};

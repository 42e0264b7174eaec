/** Notifications that a browser shows. */
export const push = {
  setting: '浏览器通知',
  setting_about: '有人回复、提到或关注你时，这台设备会弹出通知，不用开着网页。',
  needs_scripts: '浏览器通知需要开启 JavaScript。',
  unavailable: '站长关闭了浏览器通知。',
  unsupported:
    '这个浏览器不支持通知。在 iPhone 或 iPad 上，先把本站添加到主屏幕，再从主屏幕打开这一页。',
  denied: '浏览器不允许本站发通知。要开启，请先在浏览器的网站设置里改为允许。',
  off: '这台设备没有开启通知。',
  on: '这台设备会收到通知，直到你在这里退出登录。',
  turn_on: '在这台设备上开启',
  turn_off: '关闭',
  failed: '没有开启成功：浏览器联系不上它的推送服务。请稍后再试。',
  which: '收到哪些通知',
  group_comment: '评论和回复',
  group_mention: '提到我',
  group_follow: '新的关注',
  group_system: '审核结果和账号安全等系统消息',
  saved: '已保存',
  note: '上面关掉的通知，这里也不会收到。通知内容加密发送，推送服务看不到。',
  others: '还有 {{count}} 条新消息',
};

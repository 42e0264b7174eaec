/** Signing in through other providers. */
export const identities = {
  or: '或者',
  log_in_through: '用 {{name}} 登录',
  confirm_through: '用 {{name}} 确认',

  leaving_title: '正在前往 {{name}}',
  leaving_lead: '{{name}} 确认你的身份后，会带你回到这里。',
  leaving_go: '继续',

  unavailable_title: '{{name}} 暂时没有响应',
  unavailable_lead: '问题不在你这边。请过几分钟再试，或者用其他方式登录。',
  denied_title: '没有通过 {{name}} 登录',
  denied_lead: '你在 {{name}} 取消了登录，或者它没有允许。账号没有任何变化，可以再试一次。',
  invalid_title: '无法确认 {{name}} 的回复',
  invalid_lead: '为了安全，我们没有接受这次登录。请重新开始；如果一直这样，请告诉站长。',
  expired_title: '这次登录已失效',
  expired_lead: '可能隔得太久、已经用过，或者是在另一个浏览器里开始的。请在这个浏览器里重新开始。',
  taken_title: '这个 {{name}} 账号不能用',
  taken_lead:
    '它连接的是另一个{{site_name}}账号。请换一个 {{name}} 账号，或者先在那个账号里断开它。',
  connected_title: '已经连接了 {{name}}',
  connected_lead: '每家只能连接一个账号。要换一个，请先断开现在的。',
  too_many_title: '连接的账号太多了',
  too_many_lead: '请先断开一个不再使用的账号，再连接 {{name}}。',
  to_log_in: '返回登录',
  to_settings: '返回设置',

  create_title: '还差一步',
  create_lead:
    '你在 {{name}} 的账号（{{label}}）还没有连接到{{site_name}}。填好邮箱，就有一个新账号。',
  create: '创建账号',
  create_known: '登录后连接',
  email_verified: '{{name}} 已经验证过这个邮箱。换一个也可以。',
  email_taken: '这个邮箱已有账号。请先登录，再连接。',
  known_title: '这个邮箱已有账号',
  known_lead:
    '{{email}} 在{{site_name}}已有账号。为了保护它，请先登录一次，然后就可以连接 {{name}}。',
  known_log_in: '登录并连接',
  connect_title: '连接 {{name}}？',
  connect_lead: '连接后，可以用你在 {{name}} 的账号（{{label}}）登录现在这个{{site_name}}账号。',
  connect: '连接',
  connect_not: '不连接',

  settings_title: '已连接的账号',
  settings_about:
    '用其他网站的账号登录{{site_name}}。我们只读取账号标识和邮箱，不会在那里发布内容。',
  settings_connect: '连接 {{name}}',
  settings_disconnect: '断开',
  settings_disconnect_label: '断开 {{name}}',
  settings_used: '上次使用',

  logged_out_title: '已退出登录',
  logged_out_lead: '你在 {{name}} 可能仍处于登录状态。如果这台电脑还有别人用，请在那里也退出。',
  logged_out_there: '退出 {{name}}',

  mail_subject: '账号的登录方式有变动',
  mail_title: '登录方式有变动',
  mail_linked: '账号连接了 {{provider}}（{{label}}），现在可以用它登录。',
  mail_unlinked: '账号断开了 {{provider}}（{{label}}），它不能再用来登录。',
  mail_button: '查看安全设置',
  mail_footnote: '如果不是你本人操作，请马上到安全设置里断开它，并修改密码。',
};

import { about } from './about.ts';
import { accountMails } from './account-mails.ts';
import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { comments } from './comments.ts';
import { digest } from './digest.ts';
import { email } from './email.ts';
import { exported } from './export.ts';
import { factors } from './factors.ts';
import { flash } from './flash.ts';
import { flow } from './flow.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { identities } from './identities.ts';
import { inbox } from './inbox.ts';
import { joining } from './joining.ts';
import { mail } from './mail.ts';
import { markdown } from './markdown.ts';
import { ownerSite } from './owner-site.ts';
import { reading } from './reading.ts';
import { refusals } from './refusals.ts';
import { search } from './search.ts';
import { series } from './series.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { space } from './space.ts';
import { studio } from './studio.ts';
import { tags } from './tags.ts';
import { versions } from './versions.ts';
import { write } from './write.ts';

/** Chinese comes first: it is the language whose keys the others must match. */
export const zhCN = {
  refusals,
  factors,
  user: { unnamed: '用户{{uid}}' },
  favorites: { default_folder: '默认收藏夹' },
  system_notifications: {
    session_reused:
      '有设备使用了已作废的登录凭证，我们已将其退出。如果不是你本人操作，请修改密码。',
    password_changed: '你的密码已修改，其他设备已退出登录。',
    passkey_added: factors.mail_passkey_added,
    passkey_removed: factors.mail_passkey_removed,
    passkey_cloned: factors.mail_passkey_cloned,
    totp_added: factors.mail_totp_added,
    totp_removed: factors.mail_totp_removed,
    passkey_step_on: factors.mail_passkey_step_on,
    passkey_step_off: factors.mail_passkey_step_off,
    recovery_codes_made: factors.mail_recovery_codes_made,
    recovery_code_used: factors.mail_recovery_code_used,
    factors_reset: factors.mail_factors_reset,
    password_removed: factors.mail_password_removed,
    identity_linked: identities.mail_linked,
    identity_unlinked: identities.mail_unlinked,
    export_ready: '你的数据已经准备好，可以在设置的“隐私”中下载一次，保留 {{hours}} 小时。',
    level_up: '恭喜，你升到了 Lv{{level}}。',
    post_approved: '你的文章已通过审核。',
    post_approved_ahead: '你的文章已通过审核，将于 {{time}}（北京时间）公开。',
    schedule_published: '你的文章已按设定的时间发布。',
    schedule_submitted: '你的文章到了设定的时间。本站现在先审后发，它已提交审核，通过后立即公开。',
    schedule_failed: '你的文章没有按时发布，仍是草稿。',
    schedule_failed_address: '你的文章没有按时发布：请先验证邮箱，再重新发布。',
    schedule_failed_empty: '你的文章没有按时发布：正文是空的。',
    schedule_failed_level: '你的文章没有按时发布：等级不够。',
    schedule_failed_banned: '你的文章没有按时发布：账号已被封禁。',
    post_rejected: '你的文章未通过审核。原因：{{reason}}',
    edit_approved: '你对文章的修改已通过审核。',
    edit_rejected: '你对文章的修改未通过审核，公开的版本不变。原因：{{reason}}',
    post_locked: '你的文章已被锁定。原因：{{reason}}',
    post_unlocked: '你的文章已解除锁定。',
    post_removed: '你的文章已被管理员移除。原因：{{reason}}',
    comment_removed: '你的评论已被管理员移除。原因：{{reason}}',
    series_cleared: '管理员移除了你的一个合集的标题和简介，可以重新填写。原因：{{reason}}',
    picture_removed: '你的一张图片已被管理员移除。原因：{{reason}}',
    avatar_removed: '你的头像已被管理员移除，可以重新上传。原因：{{reason}}',
    profile_accepted: '你的资料修改已通过审核。',
    profile_refused: '你的资料修改未通过审核。原因：{{reason}}',
    energy_adjusted: '站长调整了你的能量：{{amount}}。原因：{{reason}}',
    account_banned: '你的账号已被封禁，仅可浏览。原因：{{reason}}',
    account_unbanned: '你的账号已解除封禁。',
    role_changed: '你的身份已变更为：{{role}}。',
  },
  setup: {
    title: '欢迎使用{{site_name}}',
    lead: '创建站长账号，即可开始运营社区。此页面只在站点没有站长时可用。',
    token: '初始化口令',
    token_hint: '在服务启动日志的 setup 一项中可以找到。',
    title_again: '需要修改：欢迎使用{{site_name}}',
    email: '邮箱',
    email_hint: '用来登录，不会公开。',
    email_invalid: '请填写完整的邮箱地址，例如 name@example.org。',
    password: '密码',
    password_hint: '至少 {{min}} 个字符。几个不相干的词连在一起，好记又安全。',
    password_length: '密码需要 {{min}} 到 {{max}} 个字符。',
    audit: '文章发布前需要审核',
    verified_address: '发布文章前需要验证邮箱',
    staff_factor: '要求管理人员开启两步验证',
    audit_hint: '关闭时，新文章直接公开。之后可以在站点设置中修改。',
    submit: '创建站长账号',
    description_hint: '搜索引擎和分享链接会显示它。可以以后再写。',
    first_level: '创建了本站，从 Lv1 开始，可以马上发布。',
  },
  page: {
    site: '{{site_name}}',
    /** The name of a site whose owner has chosen none. */
    product: '灯火',
    error_title: '灯芯断了一下',
    back_home: '返回首页',
    request: '请求编号',
    skip: '跳到正文',
    navigation: '站点导航',
    try_again: '再试一次',
    please_correct: '请修改以下内容：',
  },
  error_pages: {
    unauthenticated: '需要登录',
    forbidden: '没有权限',
    staff_only: '这一页只有管理员能打开。',
    owner_only: '这一页只有站长能打开。',
    settings_owner_only: '站点设置只有站长能打开。',
    back_to_admin: '回管理后台',
    not_found: '这里没有亮灯',
    not_found_title: '找不到页面',
    not_found_hint: '找不到这个页面。可能是地址写错了，也可能文章已被删除，或者还没有公开。',
    newest: '看最新文章',
    hot: '看热门文章',
    internal_hint: '如果一直这样，请把下面的请求编号告诉站长。',
    limited: '慢一点，不着急',
    unavailable: '暂时无法访问',
  },
  home,
  owner_site: ownerSite,
  series,
  tags,
  docs: {
    title: 'API 文档',
    lead: '本页由运行中的服务生成，内容与校验请求的规则一致。接口说明为英文。',
    contents: '目录',
    start: '开始使用',
    start_base: '所有接口的地址以 `{{base_url}}` 开头，收发 JSON。机器可读的版本：',
    start_token:
      '程序调用：登录时带上 `"transport": "bearer"`，把返回的 `access_token` 放进 `Authorization` 请求头。',
    start_cookie:
      '浏览器用 Cookie 登录；此时每个修改数据的请求都要带 `X-CSRF-Token`，可从 `GET /api/auth/csrf` 取得。下面的示例把它们存放在 `cookies.txt` 和 `$CSRF` 中。',
    start_list: '列表每次返回一页，把 `next_cursor` 作为 `cursor` 传回即可取得下一页。',
    start_retry: '修改数据的请求可以带 `Idempotency-Key`，24 小时内用同一个键重试不会重复执行。',
    start_errors: '出错时返回 `application/problem+json`，程序应根据其中的 `code` 判断。全部取值：',
    parameters: '参数',
    body: '请求正文',
    body_optional: '请求正文（可省略）',
    response: '响应',
    example: '示例',
    name: '字段',
    type: '类型',
    notes: '说明',
    required: '必填',
    optional: '可能没有',
    no_body: '没有正文',
    fields: '查看字段',
    in_path: '路径',
    in_query: '查询',
    in_header: '请求头',
    length: '长度 {{range}}',
    range: '取值 {{range}}',
    items: '{{range}} 项',
    pattern: '格式',
    default: '默认',
    errors_title: '错误码',
    errors_lead:
      '被拒绝的请求得到一份 `application/problem+json`。`code` 不会改变，供程序判断；`detail` 是给人看的句子，随调用者的语言而变。花括号中的值也会作为同名成员返回。',
    code: '错误码',
    status: '状态',
    meaning: '含义',
    sentence: '给人看的句子',
  },
  flash,
  shell,
  about,
  reading,
  comments,
  space,
  joining,
  email,
  account_mails: accountMails,
  studio,
  analytics,
  versions,
  markdown,
  write,
  flow,
  inbox,
  digest,
  mail,
  settings,
  export: exported,
  search,
  history,
  identities,
  admin,
};

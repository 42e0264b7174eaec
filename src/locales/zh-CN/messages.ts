import { about } from './about.ts';
import { accountMails } from './account-mails.ts';
import { admin } from './admin.ts';
import { analytics } from './analytics.ts';
import { apiTokens } from './api-tokens.ts';
import { automaticRules } from './automatic-rules.ts';
import { bans } from './bans.ts';
import { blocks } from './blocks.ts';
import { comments } from './comments.ts';
import { digest } from './digest.ts';
import { email } from './email.ts';
import { exported } from './export.ts';
import { factors } from './factors.ts';
import { flash } from './flash.ts';
import { flow } from './flow.ts';
import { health } from './health.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { identities } from './identities.ts';
import { inbox } from './inbox.ts';
import { invitations } from './invitations.ts';
import { joining } from './joining.ts';
import { mail } from './mail.ts';
import { markdown } from './markdown.ts';
import { offline } from './offline.ts';
import { ownerSite } from './owner-site.ts';
import { push } from './push.ts';
import { reading } from './reading.ts';
import { refusals } from './refusals.ts';
import { reports } from './reports.ts';
import { search } from './search.ts';
import { series } from './series.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { space } from './space.ts';
import { studio } from './studio.ts';
import { systemNotifications } from './system-notifications.ts';
import { tags } from './tags.ts';
import { transparency } from './transparency.ts';
import { versions } from './versions.ts';
import { webhooks } from './webhooks.ts';
import { write } from './write.ts';
import { ownerPages, writtenPages } from './written-pages.ts';

/** Chinese comes first: it is the language whose keys the others must match. */
export const zhCN = {
  refusals,
  reports,
  transparency,
  health,
  automatic_rules: automaticRules,
  bans,
  factors,
  api_tokens: apiTokens,
  invitations,
  webhooks,
  written_pages: writtenPages,
  owner_pages: ownerPages,
  push,
  offline,
  user: { unnamed: '用户{{uid}}' },
  favorites: { default_folder: '默认收藏夹' },
  system_notifications: systemNotifications,
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
    reads_shown: '公开文章的大致阅读数',
    transparency: '公开每月的处理情况',
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
  blocks,
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

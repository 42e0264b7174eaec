/** The pages that the owner writes, and what members accept of them. */
export const writtenPages = {
  description: '{{site_name}}的{{title}}',
  version_of: '第 {{version}} 版',
  versions: '历次版本',
  current: '现行版本',
  asked: '需要成员同意',
  withdrawn: '当时已撤下',
  old: '这是以前的版本，已经不再适用。',
  to_newest: '看现行版本',
  changes: '改了什么',
  changes_title: '从第 {{from}} 版到第 {{to}} 版',
  changes_lead: '逐段对照两个版本。',
  asked_title: '这些内容有更新，请你过目',
  asked_lead:
    '同意新版本之后，就能继续发布、评论和互动。在那之前，阅读不受影响，也可以照常修改账号设置、导出数据或注销账号。',
  accept: '我已阅读并同意',
  refused_lead:
    '刚才的操作还没有生效。请先读一读更新的内容，点“我已阅读并同意”（会在新页面打开），再回到这里点“再试一次”。',
  joining_before: '注册即表示你已阅读并同意：',
  joining_after: '。',
};

/** Where the owner writes them. */
export const ownerPages = {
  title: '站点页面',
  lead: '网站的介绍和规定，由你来写。发布后马上出现在页脚，每次发布都保留一个版本，谁都能对照。',
  names: { about: '关于本站', rules: '社区守则', terms: '用户协议', privacy: '隐私政策' },
  hints: {
    about: '谁办的、写给谁看、怎么联系。',
    rules: '什么受欢迎，什么会被处理。没有发布时，显示默认的守则。',
    terms: '网站和成员之间的约定。',
    privacy: '收集哪些信息、用来做什么、保存多久。',
  },
  never: '还没有写',
  published: '已发布，第 {{version}} 版',
  withdrawn: '已撤下',
  edit: '修改',
  write: '开始写',
  see: '打开这一页',
  languages_hint: '可以只写一种语言：看不到自己语言的访客，会看到你写的这一种。',
  language: { zh: '简体中文', en: 'English' },
  page_title: '标题',
  must_accept: '请已有的成员同意这一版',
  must_accept_hint:
    '勾选后，成员下次打开网站时会看到改了什么；同意之前可以阅读，不能发布和互动。只是改错字、调格式，就不用勾选。新成员注册时总是同意当时的版本。',
  publish: '发布',
  publish_again: '发布新版本',
  withdraw_title: '撤下这一页',
  withdraw_hint: '撤下后，谁也打不开它，页脚里也不再有。写过的版本会保留，再次发布后又能读到。',
  withdraw: '撤下',
  missing_text: '这种语言有标题，还没有正文。两样都写上，或者都留空。',
  missing_title: '这种语言有正文，还没有标题。两样都写上，或者都留空。',
  wrong: '请检查这一项：可能太长了。',
};

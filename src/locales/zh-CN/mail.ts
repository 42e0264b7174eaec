export const mail = {
  test_subject: '测试邮件：{{site_name}}可以发信了',
  test_title: '测试邮件',
  test_text: '收到这封信，说明站点的发信设置是对的。',
  test_next: '如果它进了垃圾箱，请检查域名的 SPF、DKIM 和 DMARC 记录，运维文档里有说明。',
  open_site: '打开{{site_name}}',
  unsubscribe: '退订',
  disabled: '邮件发不到你的邮箱',
  disabled_about: '在恢复之前，验证、重设密码和安全提醒的信都不会寄出。',
  disabled_bounce:
    '{{date}}，寄到你邮箱的信多次被退回。请检查地址有没有写错、邮箱是否已满或停用，再恢复发送。',
  disabled_complaint: '{{date}}，你的邮箱服务商告诉我们，有一封信被标为垃圾邮件，所以停止了发送。',
  enable: '恢复发送',
  copy_link: '按钮打不开？把这个地址复制到浏览器：',
  code: '验证码',
  why: {
    account:
      '这封信与你在{{site_name}}的账号有关，所以无法退订。它由程序自动发出，请不要直接回复。',
    digest: '你在{{site_name}}订阅了这封信，可以随时退订。它由程序自动发出，请不要直接回复。',
  } satisfies Record<'account' | 'digest', string>,
};

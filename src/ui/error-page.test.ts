import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { PageView } from '../platform/http/page.ts';
import type { Visitor } from '../platform/http/visitor.ts';
import { translator } from '../platform/i18n.ts';
import { DEFAULT_SITE } from '../platform/site.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';
import type { Role } from '../roles.ts';
import { renderErrorPage } from './error-page.tsx';

const VISITOR: Visitor = {
  uid: 7,
  name: '林小灯',
  avatar_url: null,
  level: 4,
  exp: 2000,
  next_level_exp: 4500,
  energy: 3,
  role: 'member',
  status: 'active',
  unread: 0,
  checked_in_today: true,
  first_steps: [],
  asked: [],
};

function pageOf(
  code: RefusalCode,
  locale: 'zh-CN' | 'en',
  members = {},
  seen: Partial<PageView> = {},
) {
  const visit: PageView = {
    locale,
    t: translator(locale),
    site: DEFAULT_SITE,
    origin: 'https://lamplight.example',
    here: '/posts?page=2',
    now: new Date(),
    theme: 'auto',
    keys: 'on',
    visitor: null,
    csrfToken: '',
    flash: undefined,
    ...seen,
  };
  return renderToString(renderErrorPage(visit, new Refusal(code, members), 'request-1'));
}

test.each<[RefusalCode, string, string]>([
  ['unauthenticated', '需要登录', 'Log in first'],
  ['banned', '没有权限', 'Not allowed'],
  ['not_found', '这里没有亮灯', 'No lamp is lit here'],
  ['rate_limited', '慢一点，不着急', 'Slow down a little'],
  ['internal', '灯芯断了一下', 'The light went out for a moment'],
  ['unavailable', '暂时无法访问', 'Not available right now'],
])('%s is headed %s, or %s', (code, chinese, english) => {
  expect(pageOf(code, 'zh-CN', { retry_after: 7 })).toContain(`<h1>${chinese}</h1>`);
  expect(pageOf(code, 'en', { retry_after: 7 })).toContain(`<h1>${english}</h1>`);
});

test('a transient error can be retried from the page', () => {
  const again = '<a class="button button-primary" href="/posts?page=2">';
  for (const code of ['rate_limited', 'internal', 'overloaded', 'unavailable'] as const) {
    expect(pageOf(code, 'en', { retry_after: 7 })).toContain(again);
  }
  expect(pageOf('not_found', 'en')).not.toContain(again);
});

test.each<[string, Role, string]>([
  ['/admin/site-settings', 'admin', '站点设置只有站长能打开。'],
  ['/admin/energy', 'admin', '这一页只有站长能打开。'],
  ['/admin/energy', 'member', '这一页只有管理员能打开。'],
])('%s tells a visitor of the role %s: %s', (here, role, sentence) => {
  const visitor = { ...VISITOR, role };
  expect(pageOf('role_required', 'zh-CN', {}, { here, visitor })).toContain(`<p>${sentence}</p>`);
});

test('a missing page leads to the front page and the newest posts', () => {
  const page = pageOf('not_found', 'en');
  for (const href of ['/', '/posts', '/posts?sort=hot']) {
    expect(page).toMatch(new RegExp(`<a class="button[^"]*" href="${href.replace('?', '\\?')}">`));
  }
});

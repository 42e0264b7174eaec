import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import type { PageView } from '../platform/http/page.ts';
import { translator } from '../platform/i18n.ts';
import { Refusal, type RefusalCode } from '../refusals.ts';
import { renderErrorPage } from './error-page.tsx';

function pageOf(code: RefusalCode, locale: 'zh-CN' | 'en', members = {}) {
  const visit: PageView = {
    locale,
    t: translator(locale),
    here: '/posts?page=2',
    now: new Date(),
    theme: 'auto',
    keys: 'on',
    visitor: null,
    csrfToken: '',
    flash: undefined,
  };
  return renderToString(renderErrorPage(visit, new Refusal(code, members), 'request-1'));
}

test.each<[RefusalCode, string, string]>([
  ['unauthenticated', '需要登录', 'Log in first'],
  ['banned', '不能这样做', 'Not allowed'],
  ['not_found', '找不到页面', 'Page not found'],
  ['rate_limited', '请稍等片刻', 'Slow down a little'],
  ['internal', '出错了', 'Something is wrong'],
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

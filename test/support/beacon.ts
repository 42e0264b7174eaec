import type { App } from '../../src/platform/http/app-types.ts';
import { BASE_URL } from './test-services.ts';

export const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36';

/** The headers of a beacon as Chromium sends it from the page of a post. */
export function beaconHeaders(post: number, user_agent = BROWSER): Record<string, string> {
  return {
    'user-agent': user_agent,
    'accept-language': 'zh-CN,zh;q=0.9',
    accept: '*/*',
    origin: BASE_URL,
    referer: `${BASE_URL}/posts/${post}`,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'no-cors',
    'sec-fetch-dest': 'empty',
  };
}

type From = {
  ip?: string;
  user_agent?: string;
  cookie?: string;
  headers?: object;
  /** The address of the page before, and how many quarters of the text were seen. */
  report?: { from?: string; depth?: string };
};

/** Reports a read as the page of the post does. Undefined headers are left out. */
export function sendBeacon(app: App, post: number, from: From = {}) {
  const headers: Record<string, unknown> = {
    ...beaconHeaders(post, from.user_agent),
    ...(from.cookie ? { cookie: from.cookie } : {}),
    ...(from.report ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
    ...from.headers,
  };
  for (const [name, value] of Object.entries(headers))
    if (value === undefined) delete headers[name];
  return app.inject({
    method: 'POST',
    url: `/api/posts/${post}/reads`,
    remoteAddress: from.ip ?? '203.0.113.9',
    headers: headers as Record<string, string>,
    ...(from.report ? { payload: String(new URLSearchParams(from.report)) } : {}),
  });
}

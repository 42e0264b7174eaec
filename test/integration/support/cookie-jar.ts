import { PASSWORD } from '../../support/world.ts';
import { type HttpResponse, send } from './http.ts';

/** The cookies that the tabs of one browser share. */
export type Jar = ReadonlyMap<string, string>;

type Options = { headers?: Record<string, string>; body?: unknown };

/** A browser before log-in: it has a CSRF token and the random cookie that token is bound to. */
export async function openBrowser(url: string): Promise<Jar> {
  return mergeCookies(new Map(), await send(url, 'GET', '/api/auth/csrf'));
}

export async function registerBrowser(url: string, email: string): Promise<Jar> {
  const jar = await openBrowser(url);
  const body = { email, password: PASSWORD };
  const response = await sendWithCookies(jar, url, 'POST', '/api/auth/register', { body });
  if (response.status !== 201) throw new Error(`registration failed: ${response.text}`);
  return mergeCookies(jar, response);
}

/** As a tab of this site sends it: all cookies, and on unsafe requests the token. */
export function sendWithCookies(
  jar: Jar,
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { headers = {}, body }: Options = {},
): Promise<HttpResponse> {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const unsafe =
    method === 'GET'
      ? {}
      : { 'x-csrf-token': jar.get('csrf') ?? '', 'sec-fetch-site': 'same-origin' };
  return send(url, method, path, { headers: { cookie, ...unsafe, ...headers }, body });
}

/** The jar after this response. The old one stays as it is: it is what a lost response leaves. */
export function mergeCookies(jar: Jar, response: HttpResponse): Jar {
  const next = new Map(jar);
  for (const line of [response.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/max-age=0\b/i.test(line)) next.delete(name);
    else next.set(name, decodeURIComponent(value));
  }
  return next;
}

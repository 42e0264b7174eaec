import { Agent, request } from 'undici';
import { PASSWORD } from '../../support/world.ts';

export type HttpResponse = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  body: any;
  text: string;
  headers: Record<string, string | string[] | undefined>;
};

type Options = { token?: string; headers?: Record<string, string | string[]>; body?: unknown };

/** No pipelining and no hidden retry: one call here is one request on one connection. */
const agent = new Agent({ connections: 200, pipelining: 1, keepAliveTimeout: 5_000 });

export async function send(
  url: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token, headers = {}, body }: Options = {},
): Promise<HttpResponse> {
  const response = await request(url + path, {
    method,
    dispatcher: agent,
    headers: {
      'user-agent': 'lamplight tests',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.body.text();
  const json = String(response.headers['content-type']).includes('json');
  return {
    status: response.statusCode,
    text,
    body: json && text ? JSON.parse(text) : undefined,
    headers: response.headers,
  };
}

export async function isOk(url: string): Promise<boolean> {
  try {
    return (await send(url, 'GET', '')).status === 200;
  } catch {
    return false;
  }
}

export type Tokens = { uid: number; session_id: string; access: string; refresh: string };

let people = 0;

export async function registerBearer(
  url: string,
  email = `person${++people}@example.org`,
): Promise<Tokens & { email: string }> {
  const body = { email, password: PASSWORD, transport: 'bearer' };
  const response = await send(url, 'POST', '/api/auth/register', { body });
  if (response.status !== 201) throw new Error(`registration failed: ${response.text}`);
  return { ...tokensOf(response), email };
}

export async function logInBearer(url: string, email: string): Promise<Tokens> {
  const body = { email, password: PASSWORD, transport: 'bearer' };
  const response = await send(url, 'POST', '/api/auth/login', { body });
  if (response.status !== 200) throw new Error(`log-in failed: ${response.text}`);
  return tokensOf(response);
}

export function tokensOf({ body }: HttpResponse): Tokens {
  return {
    uid: body.user.uid,
    session_id: body.session_id,
    access: body.access_token,
    refresh: body.refresh_token,
  };
}

/** How often each status came, as `{ 200: 45, 401: 5 }`. */
export function countStatuses(responses: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { InjectOptions } from 'fastify';
import type { OpenedSession } from '../../src/accounts/schema.ts';
import type { App } from '../../src/platform/http/app-types.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
type Options = {
  headers?: Record<string, string>;
  query?: Record<string, string>;
  /** Does not retry a 503. */
  once?: true;
};

type HttpResponse = {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
};

/** A 503 is retried, as clients do: the machine may be busy with another job. */
const ATTEMPTS = 20;
const BUSY_MS = 250;

const BOUNDARY = 'lamplight-tests';
const PART = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="../../x.php"\r\ncontent-type: text/html\r\n\r\n`;

/** A browser that stores cookies and sends its CSRF token, or an API client with bearer tokens. */
export type Client = {
  uid: number;
  email: string;
  session_id: string;
  cookies: Map<string, string>;
  tokens: { access?: string; refresh?: string };
  send(method: Method, url: string, body?: unknown, options?: Options): Promise<HttpResponse>;
  get(url: string, options?: Options): Promise<HttpResponse>;
  post(url: string, body?: unknown, options?: Options): Promise<HttpResponse>;
  put(url: string, body?: unknown, options?: Options): Promise<HttpResponse>;
  delete(url: string, options?: Options): Promise<HttpResponse>;
  register(
    email: string,
    password: string,
    transport?: 'cookie' | 'bearer',
  ): Promise<{ uid: number }>;
  logIn(email: string, password: string, transport?: 'cookie' | 'bearer'): Promise<HttpResponse>;
  /** Sends a form as a browser without scripts does. */
  submit(url: string, fields?: Record<string, string>): Promise<HttpResponse>;
  /** Sends one file as multipart form data, with a misleading name and type. */
  upload(url: string, bytes: Buffer, options?: Options): Promise<HttpResponse>;
  /** Sends exactly this request and adds nothing. */
  raw(options: InjectOptions): Promise<HttpResponse>;
};

export function newClient(app: App, from: { ip?: string; user_agent?: string } = {}): Client {
  const client: Client = {
    uid: 0,
    email: '',
    session_id: '',
    cookies: new Map(),
    tokens: {},

    async raw(options) {
      const response = await app.inject({ remoteAddress: from.ip ?? '203.0.113.7', ...options });
      for (const cookie of response.cookies) {
        if (cookie.maxAge === 0) client.cookies.delete(cookie.name);
        else client.cookies.set(cookie.name, cookie.value);
      }
      const json = /json/.test(String(response.headers['content-type']));
      return {
        status: response.statusCode,
        body: json && response.body ? JSON.parse(response.body) : undefined,
        text: response.body,
        headers: response.headers,
      };
    },

    async send(method, url, body, options = {}) {
      for (let attempt = 1; ; attempt++) {
        const headers = await headersFor(method);
        if (body !== undefined) headers['content-type'] = 'application/json';
        const response = await client.raw({
          method,
          url,
          headers: { ...headers, ...options.headers },
          ...(options.query ? { query: options.query } : {}),
          ...(body !== undefined ? { payload: JSON.stringify(body) } : {}),
        });
        if (response.status !== 503 || options.once || attempt === ATTEMPTS) return response;
        await sleep(BUSY_MS);
      }
    },

    get: (url, options) => client.send('GET', url, undefined, options),
    post: (url, body, options) => client.send('POST', url, body, options),
    put: (url, body, options) => client.send('PUT', url, body, options),
    delete: (url, options) => client.send('DELETE', url, undefined, options),

    upload: async (url, bytes, options = {}) =>
      client.raw({
        method: 'POST',
        url,
        headers: {
          ...(await headersFor('POST')),
          'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
          ...options.headers,
        },
        payload: Buffer.concat([Buffer.from(PART), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
      }),

    submit: (url, fields = {}) =>
      client.raw({
        method: 'POST',
        url,
        headers: {
          cookie: cookieHeader(client.cookies),
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          accept: 'text/html',
        },
        payload: new URLSearchParams({
          csrf_token: client.cookies.get('csrf') ?? '',
          ...fields,
        }).toString(),
      }),

    async register(email, password, transport = 'cookie') {
      const response = await client.post('/api/auth/register', { email, password, transport });
      // A 503 may come after the commit (a slow machine): the second attempt then finds the address taken.
      if (response.body?.code === 'email_taken') {
        await client.logIn(email, password, transport);
        return { uid: client.uid };
      }
      if (response.status !== 201) throw new Error(`registration failed: ${response.text}`);
      adopt(client, response.body);
      return { uid: client.uid };
    },

    async logIn(email, password, transport = 'cookie') {
      client.tokens = {};
      const response = await client.post('/api/auth/login', { email, password, transport });
      if (response.status === 200) adopt(client, response.body);
      return response;
    },
  };
  /** Credentials, and the headers of a same-origin request. */
  async function headersFor(method: Method): Promise<Record<string, string>> {
    const agent = { 'user-agent': from.user_agent ?? 'lamplight tests' };
    if (client.tokens.access !== undefined)
      return { ...agent, authorization: `Bearer ${client.tokens.access}` };
    if (method === 'GET') return { ...agent, cookie: cookieHeader(client.cookies) };
    if (!client.cookies.has('csrf')) await client.raw({ method: 'GET', url: '/api/auth/csrf' });
    return {
      ...agent,
      cookie: cookieHeader(client.cookies),
      'x-csrf-token': client.cookies.get('csrf') ?? '',
      'sec-fetch-site': 'same-origin',
    };
  }
  return client;
}

function adopt(client: Client, opened: OpenedSession): void {
  client.uid = opened.user.uid;
  client.email = opened.user.email;
  client.session_id = opened.session_id;
  if (opened.access_token) client.tokens.access = opened.access_token;
  if (opened.refresh_token) client.tokens.refresh = opened.refresh_token;
}

export function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import { Failure } from '../failure.ts';
import type { Pace } from './pace.ts';

const WAIT_MS = 20_000;
const USER_AGENT = 'lamplight self-test';

export type Response = {
  status: number;
  headers: Record<string, string>;
  set_cookies: string[];
  text: string;
  bytes: Buffer;
  /** From the request to the whole response. */
  ms: number;
  /** When the certificate expires; undefined without TLS. */
  certificate_until: Date | undefined;
};

type Options = {
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Buffer;
};

/** One visitor with cookies, on one connection at a time. Sends paths as they are and follows no redirect. */
export class Client {
  readonly #site: URL;
  readonly #pace: Pace;
  readonly #cookies = new Map<string, string>();

  constructor(site: URL, pace: Pace) {
    this.#site = site;
    this.#pace = pace;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('GET', path, { headers });
  }

  getPage(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.get(path, { accept: 'text/html', ...headers });
  }

  async send(method: string, path: string, options: Options = {}): Promise<Response> {
    await this.#pace.wait();
    const body = options.json === undefined ? options.body : JSON.stringify(options.json);
    const { cookie } = this;
    const headers: Record<string, string | number> = {
      'user-agent': USER_AGENT,
      accept: path.startsWith('/api/') ? 'application/json' : '*/*',
      ...(cookie ? { cookie } : {}),
      ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
      ...options.headers,
    };
    const response = await request(this.#site, { method, path, headers }, body);
    for (const cookie of response.set_cookies) this.#store(cookie);
    return response;
  }

  /** As a page of the site does it: with the CSRF token. */
  async write(method: string, path: string, json: unknown, headers = {}): Promise<Response> {
    const token = await this.getCsrfToken();
    return this.send(method, path, { json, headers: { 'x-csrf-token': token, ...headers } });
  }

  async getCsrfToken(): Promise<string> {
    const { text } = await this.get('/api/auth/csrf');
    return readField(text, 'csrf_token');
  }

  #store(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim());
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const isOver = attributes.some((one) => /^max-age=0$/i.test(one));
    if (isOver || value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}

type Sent = { method: string; path: string; headers: Record<string, string | number> };

async function request(site: URL, sent: Sent, body?: string | Buffer): Promise<Response> {
  const { request: open } = site.protocol === 'https:' ? https : http;
  const signal = AbortSignal.timeout(WAIT_MS);
  const since = performance.now();
  // Not the URL: its parser would remove what an attacker leaves in a path.
  const outgoing = open({
    ...{ hostname: site.hostname.replace(/^\[|\]$/g, ''), port: site.port, agent: false, signal },
    ...{ method: sent.method, path: sent.path, headers: { host: site.host, ...sent.headers } },
    servername: site.hostname,
  });
  outgoing.end(body);
  try {
    const [response] = (await once(outgoing, 'response')) as [http.IncomingMessage];
    const { socket } = response;
    const until =
      socket instanceof TLSSocket ? new Date(socket.getPeerCertificate().valid_to) : undefined;
    const bytes = await buffer(response);
    return {
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      set_cookies: response.headers['set-cookie'] ?? [],
      text: bytes.toString('utf8'),
      bytes,
      ms: performance.now() - since,
      certificate_until: until,
    };
  } catch (error) {
    if (signal.aborted) throw new Failure(`no response within ${WAIT_MS / 1000} seconds`);
    throw error;
  }
}

/** A field of a JSON object; empty where there is none. */
export function readField(text: string, ...path: string[]): string {
  try {
    let value: unknown = JSON.parse(text);
    for (const name of path) value = (value as Record<string, unknown>)[name];
    return value === undefined || value === null ? '' : String(value);
  } catch {
    return '';
  }
}

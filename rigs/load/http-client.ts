import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import type { Part, Sample } from './sample.ts';

/** More than are in use below ten times the capacity, so that no request waits for a connection. */
const CONNECTIONS = 2_000;
/** Longer than any request timeout of the site. */
const PATIENCE_MS = 25_000;

export type Call = {
  kind: string;
  part: Part;
  method: 'GET' | 'POST';
  path: string;
  /** Undefined for an anonymous visitor. */
  token?: string | undefined;
  body?: object | Buffer;
  type?: string;
  /** Receives the body of a successful response. */
  onBody?(body: Record<string, unknown>): void;
};

export type HttpClient = {
  send(call: Call): Promise<Pick<Sample, 'status' | 'code' | 'retry_after'>>;
  close(): Promise<void>;
};

export function openHttpClient(url: string): HttpClient {
  const pool = new Pool(url, {
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: PATIENCE_MS,
    bodyTimeout: PATIENCE_MS,
    connectTimeout: PATIENCE_MS,
  });
  return {
    async send(call) {
      try {
        const response = await pool.request({
          method: call.method,
          path: call.path,
          headers: headersOf(call),
          ...(call.body
            ? { body: Buffer.isBuffer(call.body) ? call.body : JSON.stringify(call.body) }
            : {}),
        });
        const { statusCode: status, headers } = response;
        const retry_after = headers['retry-after'] !== undefined;
        if (status < 400 && !call.onBody) {
          await response.body.dump({ limit: Number.POSITIVE_INFINITY });
          return { status, code: '', retry_after };
        }
        const text = await response.body.text();
        const json = String(headers['content-type']).includes('json');
        const read = json && text ? (JSON.parse(text) as Record<string, unknown>) : {};
        if (status < 400) call.onBody?.(read);
        // HTML error pages have no code.
        const code = String(read['code'] ?? (status === 503 && retry_after ? 'overloaded' : ''));
        return { status, code, retry_after };
      } catch (error) {
        const code = String((error as { code?: string }).code ?? error);
        return { status: 0, code, retry_after: false };
      }
    },
    close: () => pool.destroy(),
  };
}

function headersOf({ method, path, token, body, type }: Call): Record<string, string> {
  return {
    'user-agent': 'lamplight load',
    accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    ...(body ? { 'content-type': type ?? 'application/json' } : {}),
  };
}

import http from 'node:http';
import https from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Target } from './slow-clients.ts';

type Call = {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** Much shorter than slow clients stay connected, and enough for an image on a busy machine. */
const TIMEOUT_MS = 15_000;

/** One request on a connection of its own from the given loopback address; status 0 where there is no response. */
export async function sendFrom(
  { port, tls, host = 'localhost' }: Target,
  from: string,
  { method = 'GET', path, headers = {}, body }: Call,
): Promise<{ status: number; body: Buffer }> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const request = (tls ? https : http).request(
    {
      ...{ host: '127.0.0.1', port, localAddress: from, method, path, agent: false },
      ...{ rejectUnauthorized: false, timeout: TIMEOUT_MS },
      headers: {
        host,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
        ...headers,
      },
    },
    resolve,
  );
  request.on('timeout', () => request.destroy(new Error('no response in time')));
  request.on('error', reject);
  request.end(body);
  try {
    const response = await promise;
    return { status: response.statusCode ?? 0, body: await buffer(response) };
  } catch {
    return { status: 0, body: Buffer.alloc(0) };
  }
}

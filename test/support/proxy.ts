import { once } from 'node:events';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { atEnd } from './cleanup.ts';

/** Differs from the client's address. */
export const PROXY_ADDRESS = '127.0.0.2';

type ProxyOptions = {
  /** The X-Forwarded-For it sends, from the client's address and the header it received. */
  forwardedFor?(visitor: string, received: string | undefined): string | undefined;
  /** Rewrites the headers of the site's response. */
  headers?(sent: OutgoingHttpHeaders): OutgoingHttpHeaders;
  tls?: { key: string; cert: string };
};

/** A reverse proxy, correct unless the options change it. Resolves to its URL. */
export async function startProxy(upstream: number, options: ProxyOptions = {}): Promise<string> {
  const { forwardedFor = (visitor) => visitor, headers = (sent) => sent, tls } = options;
  const pass = (request: IncomingMessage, response: http.ServerResponse) => {
    const visitor = request.socket.remoteAddress ?? '';
    const received = request.headers['x-forwarded-for']?.toString();
    const { 'x-forwarded-for': _, ...others } = request.headers;
    const forwarded = forwardedFor(visitor, received);
    const outgoing = http.request({
      port: upstream,
      host: '127.0.0.1',
      localAddress: PROXY_ADDRESS,
      agent: false,
      method: request.method,
      path: request.url,
      headers: { ...others, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
    });
    outgoing.on('response', (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, headers(upstreamResponse.headers));
      upstreamResponse.pipe(response);
    });
    outgoing.on('error', () => response.writeHead(502).end());
    request.pipe(outgoing);
  };
  const server = tls ? https.createServer(tls, pass) : http.createServer(pass);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
}

import { once } from 'node:events';
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { atEnd } from './cleanup.ts';

/** So that the proxy's address is not that of whoever asks it. */
export const PROXY_ADDRESS = '127.0.0.2';

type ProxyOptions = {
  /** What it tells the site about whom it speaks for. */
  forwardedFor?(visitor: string, said: string | undefined): string | undefined;
  /** What it makes of the site's answer. */
  headers?(sent: OutgoingHttpHeaders): OutgoingHttpHeaders;
  tls?: { key: string; cert: string };
};

/** Something between a visitor and the site, well-mannered unless told otherwise; its address is the answer. */
export async function startProxy(upstream: number, manners: ProxyOptions = {}): Promise<string> {
  const { forwardedFor = (visitor) => visitor, headers = (sent) => sent, tls } = manners;
  const pass = (request: IncomingMessage, response: http.ServerResponse) => {
    const visitor = request.socket.remoteAddress ?? '';
    const said = request.headers['x-forwarded-for']?.toString();
    const { 'x-forwarded-for': _, ...others } = request.headers;
    const told = forwardedFor(visitor, said);
    const asked = http.request({
      port: upstream,
      host: '127.0.0.1',
      localAddress: PROXY_ADDRESS,
      agent: false,
      method: request.method,
      path: request.url,
      headers: { ...others, ...(told === undefined ? {} : { 'x-forwarded-for': told }) },
    });
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, headers(answer.headers));
      answer.pipe(response);
    });
    asked.on('error', () => response.writeHead(502).end());
    request.pipe(asked);
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

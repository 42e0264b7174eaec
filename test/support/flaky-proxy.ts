import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { atEnd } from './cleanup.ts';

/** What happens to a request on its way, in place of an ordinary answer. */
type Mishap =
  | 'cut the answer'
  | 'cut it in the middle'
  | { status: number; headers?: Record<string, string>; body?: string };

export type FlakyProxy = {
  url: string;
  /** Method, path and headers of everything that came by. */
  seen: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  /** For the next requests, in this order; then all goes well again. */
  upset(...mishaps: Mishap[]): void;
};

/** Stands between a client and the site, and loses answers when told to: after the site has given them. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const mishaps: Mishap[] = [];
  const seen: FlakyProxy['seen'] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    seen.push({ method, path, headers });
    const body = await buffer(incoming);
    const mishap = mishaps.shift();
    if (typeof mishap === 'object') {
      outgoing.writeHead(mishap.status, mishap.headers).end(mishap.body);
      return;
    }
    await forward(target, incoming, body, outgoing, mishap);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    upset: (...more) => {
      mishaps.push(...more);
    },
  };
}

async function forward(
  target: string,
  incoming: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
  cut: string | undefined,
): Promise<void> {
  const { method, url, headers } = incoming;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { 'transfer-encoding': _chunked, ...rest } = headers;
    request(`${target}${url}`, { method, headers: { ...rest, 'content-length': body.length } })
      .once('response', resolve)
      .once('error', reject)
      .end(body);
  });
  const content = await buffer(answer);
  if (cut === 'cut the answer') {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
  if (cut) outgoing.write(content.subarray(0, content.length / 2), () => outgoing.destroy());
  else outgoing.end(content);
}

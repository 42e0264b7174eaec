import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { atEnd } from './cleanup.ts';

/** A fault of the network, or a response made by the proxy. */
type Fault =
  | 'drop the response'
  | 'cut the response in half'
  | { status: number; headers?: Record<string, string>; body?: string };

export type FlakyProxy = {
  url: string;
  /** Method, path and headers of every request. */
  seen: { method: string; path: string; headers: IncomingMessage['headers'] }[];
  /** Faults for the next requests, in this order; later requests pass. */
  failNext(...faults: Fault[]): void;
};

/** A proxy between a client and the site that can drop the site's response. */
export async function startFlakyProxy(target: string): Promise<FlakyProxy> {
  const faults: Fault[] = [];
  const seen: FlakyProxy['seen'] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = '', url: path = '', headers } = incoming;
    seen.push({ method, path, headers });
    const body = await buffer(incoming);
    const fault = faults.shift();
    if (typeof fault === 'object') {
      outgoing.writeHead(fault.status, fault.headers).end(fault.body);
      return;
    }
    await forward(target, incoming, body, outgoing, fault);
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
    failNext: (...more) => {
      faults.push(...more);
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
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const { 'transfer-encoding': _chunked, ...rest } = headers;
    request(`${target}${url}`, { method, headers: { ...rest, 'content-length': body.length } })
      .once('response', resolve)
      .once('error', reject)
      .end(body);
  });
  const content = await buffer(response);
  if (cut === 'drop the response') {
    outgoing.destroy();
    return;
  }
  outgoing.writeHead(response.statusCode ?? 0, response.headers);
  if (cut) outgoing.write(content.subarray(0, content.length / 2), () => outgoing.destroy());
  else outgoing.end(content);
}

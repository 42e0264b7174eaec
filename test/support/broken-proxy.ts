import { createServer, type IncomingHttpHeaders, request as send } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { atEnd } from './cleanup.ts';

export type Passing = {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
export type Reply = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  body: string | Buffer;
};

/** What a proxy does wrong: it changes what it passes on, or replies itself. */
export type Fault = {
  request?(passing: Passing): void;
  reply?(passing: Passing): Reply | undefined;
  response?(reply: Reply, passing: Passing): void | Promise<void>;
};

const NOT_FORWARDED = ['connection', 'keep-alive', 'transfer-encoding'];

/** A correct reverse proxy, until it gets a fault. */
export async function startBrokenProxy(upstream: number, tls?: ServerOptions) {
  let fault: Fault = {};
  const handler: Parameters<typeof createServer>[1] = async (incoming, outgoing) => {
    const passing: Passing = {
      method: incoming.method ?? 'GET',
      path: incoming.url ?? '/',
      headers: { ...incoming.headers },
      body: await buffer(incoming),
    };
    const visitor = incoming.socket.remoteAddress?.replace('::ffff:', '') ?? '';
    fault.request?.(passing);
    const trusts = passing.headers['x-keep-forwarded'] !== undefined;
    if (!trusts) passing.headers['x-forwarded-for'] = visitor;
    const reply = fault.reply?.(passing) ?? (await pass(upstream, passing));
    await fault.response?.(reply, passing);
    const { 'content-length': _, ...headers } = reply.headers;
    outgoing.writeHead(reply.status, {
      ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
      'content-length': Buffer.byteLength(reply.body),
    } as never);
    outgoing.end(passing.method === 'HEAD' ? undefined : reply.body);
  };
  const server = tls ? createTlsServer(tls, handler) : createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`,
    break(next: Fault) {
      fault = next;
    },
  };
}

async function pass(port: number, { method, path, headers, body }: Passing): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const outgoing = send({ host: '127.0.0.1', port, method, path, headers, agent: false });
  outgoing.on('error', reject);
  outgoing.on('response', async (response) => {
    const passed = Object.entries(response.headers).filter(
      ([name]) => !NOT_FORWARDED.includes(name),
    );
    resolve({
      status: response.statusCode ?? 0,
      headers: Object.fromEntries(passed),
      body: await buffer(response),
    });
  });
  outgoing.end(body);
  return promise.catch(() => ({ status: 502, headers: {}, body: '' }));
}

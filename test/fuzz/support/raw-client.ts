import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { atEnd } from '../../support/cleanup.ts';
import type { Client } from '../../support/client.ts';
import type { World } from '../../support/world.ts';

type HttpResponse = Awaited<ReturnType<Client['raw']>>;
type Sent = { method: string; path: string; headers: Record<string, string>; body?: string };

/** Sends the exact request line over a socket: `inject` normalizes a URL before the router sees it. */
export async function openRawClient({
  app,
}: World): Promise<(sent: Sent) => Promise<HttpResponse>> {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  atEnd(() => agent.destroy());
  return ({ body, ...sent }) =>
    new Promise((resolve, reject) => {
      const length = body ? { 'content-length': String(Buffer.byteLength(body)) } : {};
      const headers = { ...sent.headers, ...length };
      const outgoing = request({ ...sent, headers, port, host: '127.0.0.1', agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = /json/.test(String(response.headers['content-type']));
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: isJson && text ? JSON.parse(text) : undefined,
          });
        });
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
}

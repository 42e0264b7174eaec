import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

export type Call = {
  method?: string;
  path: string;
  /** The client's loopback address: limits apply to it. */
  from: string;
  token?: string | undefined;
  body?: object | string | Buffer;
  type?: string;
};

export type Response = { status: number; text: string; ms: number };

const TIMEOUT_MS = 10_000;
const agents = new Map<string, Agent>();

/** One request; status 0 without a response. */
export async function send(port: number, call: Call): Promise<Response> {
  const { method = 'GET', path, from, token, type = 'application/json' } = call;
  const body = bytesOf(call.body);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const began = performance.now();
  const sent = request(
    {
      ...{ host: '127.0.0.1', port, method, path, agent: agentOf(from), timeout: TIMEOUT_MS },
      headers: {
        host: 'localhost',
        accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': type, 'content-length': body.length } : {}),
      },
    },
    resolve,
  );
  sent.on('timeout', () => sent.destroy(new Error('no response in time')));
  sent.on('error', reject);
  sent.end(body);
  try {
    const response = await promise;
    const received = await text(response);
    return { status: response.statusCode ?? 0, text: received, ms: performance.now() - began };
  } catch {
    return { status: 0, text: '', ms: performance.now() - began };
  }
}

/** For requests that must succeed; returns the parsed body. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of every shape.
export async function sendOk(port: number, call: Call): Promise<any> {
  const response = await send(port, call);
  if (response.status < 200 || response.status > 299)
    throw new Error(`${call.method ?? 'GET'} ${call.path}: ${response.status} ${response.text}`);
  return response.text ? JSON.parse(response.text) : undefined;
}

/** A request line that no HTTP library would send. */
export function sendRaw(port: number, path: string, from: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect({ host: '127.0.0.1', port, localAddress: from });
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('data', (bytes) => {
      received += bytes;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  });
}

/** Connections stay open, as those of browsers do. */
function agentOf(localAddress: string): Agent {
  const agent = agents.get(localAddress) ?? new Agent({ keepAlive: true, localAddress });
  agents.set(localAddress, agent);
  return agent;
}

export function closeConnections(): void {
  for (const agent of agents.values()) agent.destroy();
}

function bytesOf(body: Call['body']): Buffer | undefined {
  if (body === undefined || Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

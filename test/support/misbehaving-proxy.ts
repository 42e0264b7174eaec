import { connect, createServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { atEnd } from './cleanup.ts';

/** What the proxy does with a response of the server behind it. */
export type Misbehaviour = (client: Socket, response: Buffer) => void;

export type MisbehavingProxy = {
  port: number;
  behave(misbehaviour: Misbehaviour | null): void;
  /** Connections that are open now. */
  open: Set<Socket>;
};

/** A TCP proxy in front of a web server. It passes everything on, unless it misbehaves. */
export async function startMisbehavingProxy(
  address: string,
  upstream: { address: string; port: number },
): Promise<MisbehavingProxy> {
  let misbehave: Misbehaviour | null = null;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => {});
    client.on('close', () => open.delete(client));
    const mode = misbehave;
    client.once('data', async (request) => {
      const behind = connect(upstream.port, upstream.address);
      behind.write(request);
      const response = await buffer(behind);
      if (mode) mode(client, response);
      else client.end(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  atEnd(() => {
    for (const client of open) client.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return {
    port,
    open,
    behave: (misbehaviour) => {
      misbehave = misbehaviour;
    },
  };
}

const headEnd = (response: Buffer) => response.indexOf('\r\n\r\n') + 4;

/** Repeats until the client is gone. */
function every(milliseconds: number, client: Socket, work: () => void): void {
  const timer = setInterval(work, milliseconds);
  client.on('close', () => clearInterval(timer));
}

export const MISBEHAVIOURS: Record<string, Misbehaviour> = {
  'is silent': () => {},
  'closes without a response': (client) => void client.end(),
  'resets the connection': (client) => void client.resetAndDestroy(),
  'cuts the headers': (client, response) => void client.end(response.subarray(0, 20)),
  'cuts the picture': (client, response) =>
    void client.end(response.subarray(0, headEnd(response) + 40)),
  'resets in the middle of the picture': (client, response) => {
    client.write(response.subarray(0, headEnd(response) + 40));
    setTimeout(() => client.resetAndDestroy(), 50);
  },
  'stalls in the middle of the picture': (client, response) =>
    void client.write(response.subarray(0, headEnd(response) + 40)),
  'sends one byte a moment': (client, response) => {
    let at = 0;
    every(100, client, () => client.write(response.subarray(at, ++at)));
  },
  'sends garbage': (client) => void client.end(Buffer.alloc(4096, 0xa5)),
  'declares less than it sends': (client, response) =>
    void client.end(replaceLength(response, (length) => length - 10)),
  'declares more than it sends': (client, response) =>
    void client.end(replaceLength(response, (length) => length + 10)),
  'declares more than the limit': (client, response) =>
    void client.write(replaceLength(response, () => 100_000_000)),
  'declares a negative length': (client, response) =>
    void client.end(replaceLength(response, () => -1)),
  'sends chunks without end': (client, response) => {
    client.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
    const chunk = (bytes: Buffer) =>
      client.write(Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, CRLF]));
    chunk(response.subarray(headEnd(response)));
    every(5, client, () => chunk(Buffer.alloc(256 * 1024)));
  },
  'breaks the chunks': (client) =>
    void client.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\nxxxx\r\n'),
  'redirects in circles': (client) =>
    void client.end('HTTP/1.1 302 Found\r\nlocation: /x.png\r\ncontent-length: 0\r\n\r\n'),
  'redirects into the network': (client) =>
    void client.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:5432/\r\n\r\n'),
  'sends huge headers': (client) =>
    void client.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`),
  'sends headers without end': (client) => {
    client.write('HTTP/1.1 200 OK\r\n');
    every(50, client, () => client.write('x: y\r\n'));
  },
  'sends interim responses without end': (client) =>
    every(10, client, () => client.write('HTTP/1.1 100 Continue\r\n\r\n')),
  'changes the protocol': (client) =>
    void client.write(
      'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    ),
  'shows a page of its own': (client) =>
    void client.end(
      'HTTP/1.1 200 OK\r\ncontent-type: image/png\r\n\r\n<!doctype html><p>Log in!</p>',
    ),
  'fails with an error page': (client) => void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'),
};

/** These are harmless: the picture arrives all the same. */
export const TOLERATED: Record<string, Misbehaviour> = {
  'asks to continue first': (client, response) =>
    void client.end(Buffer.concat([Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'), response])),
  'gives hints first': (client, response) =>
    void client.end(
      Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'), response]),
    ),
  'sends it in pieces': (client, response) => {
    const pieces = Array.from({ length: 8 }, (_, piece) =>
      response.subarray((piece * response.length) / 8, ((piece + 1) * response.length) / 8),
    );
    every(30, client, () => {
      const piece = pieces.shift();
      if (piece) client.write(piece);
      else client.end();
    });
  },
  'sends more behind it': (client, response) =>
    void client.end(Buffer.concat([response, Buffer.from('HTTP/1.1 200 OK\r\n\r\nmore')])),
};

const CRLF = Buffer.from('\r\n');

function replaceLength(response: Buffer, change: (length: number) => number): Buffer {
  const at = headEnd(response);
  const head = response
    .toString('latin1', 0, at)
    .replace(/content-length: (\d+)/i, (_, length) => `content-length: ${change(Number(length))}`);
  return Buffer.concat([Buffer.from(head, 'latin1'), response.subarray(at)]);
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Where to connect to; `from` is the client's own address, of which loopback has many. */
export type Target = { port: number; tls?: boolean; host?: string };

export type SlowClients = {
  /** How many still have their connection. */
  connected(): number;
  /** How many have received bytes, read or not. */
  served(): number;
  /** The status lines that reading clients received. */
  statusLines(): string[];
  close(): void;
};

/** Enough for a proxy that fills a buffer before it passes a request on. */
const BEGINNING = `{${' '.repeat(8_000)}`;

/** Clients that announce a body, send the beginning of it, and wait. */
export function openStalledUploads(target: Target, path: string, from: string, count: number) {
  const head = `POST ${path} HTTP/1.1\r\nHost: ${target.host ?? 'localhost'}\r\nContent-Type: application/json\r\nContent-Length: ${BEGINNING.length + 1}\r\n\r\n${BEGINNING}`;
  return openSlowClients(target, { head, from, count, reads: true });
}

/** Clients that request a path and then read nothing of the response. */
export function openStalledDownloads(target: Target, path: string, from: string, count: number) {
  const head = `GET ${path} HTTP/1.1\r\nHost: ${target.host ?? 'localhost'}\r\n\r\n`;
  return openSlowClients(target, { head, from, count, reads: false });
}

type Clients = { head: string; from: string; count: number; reads: boolean };

/** Opens 50 at a time, so that none overflows the kernel's accept queue. */
export async function openSlowClients(target: Target, clients: Clients): Promise<SlowClients> {
  const sockets: Socket[] = [];
  const served = new Set<Socket>();
  const lines: string[] = [];
  while (sockets.length < clients.count) {
    const some = Array.from({ length: Math.min(50, clients.count - sockets.length) }, () =>
      open(target, clients.from),
    );
    sockets.push(...(await Promise.all(some)));
  }
  for (const socket of sockets) {
    socket.once('readable', () => served.add(socket));
    socket.write(clients.head);
    if (clients.reads) socket.on('data', (bytes) => lines.push(`${bytes}`.split('\r\n')[0] ?? ''));
  }
  return {
    connected: () => sockets.filter(({ closed }) => !closed).length,
    served: () => served.size,
    statusLines: () => lines,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function open({ port, tls }: Target, from: string): Promise<Socket> {
  const options = { host: '127.0.0.1', port, localAddress: from };
  const socket = tls ? connectTls({ ...options, rejectUnauthorized: false }) : connect(options);
  // The server is expected to cut them off.
  socket.on('error', () => {});
  await Promise.race([once(socket, tls ? 'secureConnect' : 'connect'), once(socket, 'close')]);
  return socket;
}

import { createConnection } from 'node:net';
import { freePort } from '../../src/local/free-port.ts';
import { findBinary } from './binaries.ts';
import { type Child, startChild } from './child.ts';

export type RedisServer = Child & { readonly url: string; readonly port: number };

/** A Redis of the test's own, without persistence. */
export async function startRedis(port?: number): Promise<RedisServer> {
  const binary = findBinary('redis-server', 'redis-server');
  const listen = port ?? (await freePort());
  const child = await startChild(
    binary,
    ['--port', String(listen), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { isReady: async () => (await sendCommand(listen, 'PING')).startsWith('+PONG') },
  );
  return { ...child, port: listen, url: `redis://127.0.0.1:${listen}/0` };
}

/** Whether so many processes are connected, each with a connection for commands and one that subscribes. */
export async function areConnected(redis: RedisServer, processes: number): Promise<boolean> {
  const list = await sendCommand(redis.port, 'CLIENT LIST');
  const clients = list.split('\n').filter((line) => /\bcmd=(?!client)/.test(line));
  const subscribers = clients.filter((line) => /\bsub=1\b/.test(line)).length;
  return subscribers === processes && clients.length === 2 * processes;
}

/** The first chunk of the reply, or an empty string if the connection fails. */
function sendCommand(port: number, command: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    socket.once('connect', () => socket.write(`${command}\r\n`));
    socket.once('data', (data) => {
      socket.destroy();
      resolve(data.toString());
    });
    socket.once('error', () => resolve(''));
  });
}

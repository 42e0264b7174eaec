import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { atEnd } from '../../../test/support/cleanup.ts';
import { startFaultProxy } from './fault-proxy.ts';

test('packets arrive in the order in which they were sent, whatever their delay', async () => {
  const arrived = Promise.withResolvers<Buffer>();
  const server = createServer((socket) => arrived.resolve(buffer(socket))).listen(0, '127.0.0.1');
  atEnd(() => server.close());
  await once(server, 'listening');
  const proxy = await startFaultProxy((server.address() as AddressInfo).port, Math.random);
  proxy.set({ latency_ms: 20, jitter_ms: 20 });
  const app = connect({ port: proxy.port, host: '127.0.0.1', noDelay: true });
  atEnd(() => app.destroy());
  const numbers = Array.from({ length: 500 }, (_, number) => `${number} `);
  for (const number of numbers) {
    app.write(number);
    // So that each write is a packet of its own.
    await sleep(1);
  }
  app.end();
  expect(String(await arrived.promise)).toBe(numbers.join(''));
});

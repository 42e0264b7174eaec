import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTransferSlots } from './slots.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

type Client = FastifyRequest & { stalled: boolean; disconnected: boolean };

function clientOf(ip: string): Client {
  const client = { ip, stalled: false, disconnected: false } as Client;
  const destroy = () => {
    client.disconnected = true;
  };
  return Object.assign(client, { raw: { socket: { destroy } } });
}

const open = () =>
  createTransferSlots({
    total: 3,
    per_address: 2,
    stalledFor: (request, duration_ms) => ((request as Client).stalled ? duration_ms : 0),
  });

test('L6 one address has a share of all transfers, and a /64 of IPv6 is one address', () => {
  const transfers = open();
  const [first, ...others] = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(clientOf);
  transfers.acquire(first as Client);
  transfers.acquire(others[0] as Client);
  expect(() => transfers.acquire(others[1] as Client)).toThrow('Too busy');
  transfers.acquire(clientOf('2001:db8:0:1::1'));
  expect(() => transfers.acquire(clientOf('192.0.2.1'))).toThrow('Too busy');
  transfers.release(first as Client);
  transfers.release(first as Client);
  transfers.acquire(clientOf('192.0.2.1'));
  expect(() => transfers.acquire(clientOf('192.0.2.2'))).toThrow('Too busy');
});

test('L6 at the bound, a stalled transfer is disconnected, and none that makes progress is', () => {
  const transfers = open();
  const stalled = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(clientOf);
  for (const client of stalled) transfers.acquire(client);
  for (const client of stalled.slice(1)) client.stalled = true;
  expect(() => transfers.acquire(clientOf('192.0.2.3'))).toThrow('Too busy');
  vi.advanceTimersByTime(3_000);
  transfers.acquire(clientOf('192.0.2.1'));
  expect(stalled.map(({ disconnected }) => disconnected)).toEqual([false, true, false]);
  transfers.acquire(clientOf('192.0.2.3'));
  expect(stalled.map(({ disconnected }) => disconnected)).toEqual([false, true, true]);
  expect(() => transfers.acquire(clientOf('192.0.2.4'))).toThrow('Too busy');
});

import type { FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boundTransfers } from './transfers.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

type Client = FastifyRequest & { stalled: boolean; cut: boolean };

function clientOf(ip: string): Client {
  const client = { ip, stalled: false, cut: false } as Client;
  const destroy = () => {
    client.cut = true;
  };
  return Object.assign(client, { raw: { socket: { destroy } } });
}

const open = () =>
  boundTransfers({
    total: 3,
    per_address: 2,
    stalledFor: (request, begun_ms) => ((request as Client).stalled ? begun_ms : 0),
  });

test('L6 one address has a share of all transfers, and a /64 of IPv6 is one address', () => {
  const transfers = open();
  const [first, ...others] = ['2001:db8::1', '2001:db8::2', '2001:db8::3'].map(clientOf);
  transfers.begin(first as Client);
  transfers.begin(others[0] as Client);
  expect(() => transfers.begin(others[1] as Client)).toThrow('Too busy');
  transfers.begin(clientOf('2001:db8:0:1::1'));
  expect(() => transfers.begin(clientOf('192.0.2.1'))).toThrow('Too busy');
  transfers.end(first as Client);
  transfers.end(first as Client);
  transfers.begin(clientOf('192.0.2.1'));
  expect(() => transfers.begin(clientOf('192.0.2.2'))).toThrow('Too busy');
});

test('L6 where the limit is reached, a transfer that has stalled makes way, and none that makes progress does', () => {
  const transfers = open();
  const stalled = ['192.0.2.1', '192.0.2.1', '192.0.2.2'].map(clientOf);
  for (const client of stalled) transfers.begin(client);
  for (const client of stalled.slice(1)) client.stalled = true;
  expect(() => transfers.begin(clientOf('192.0.2.3'))).toThrow('Too busy');
  vi.advanceTimersByTime(3_000);
  transfers.begin(clientOf('192.0.2.1'));
  expect(stalled.map(({ cut }) => cut)).toEqual([false, true, false]);
  transfers.begin(clientOf('192.0.2.3'));
  expect(stalled.map(({ cut }) => cut)).toEqual([false, true, true]);
  expect(() => transfers.begin(clientOf('192.0.2.4'))).toThrow('Too busy');
});

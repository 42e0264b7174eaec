import { expect, test } from 'vitest';
import { arrive } from './arrivals.ts';
import type { Call, HttpClient } from './http-client.ts';

const call: Call = { kind: 'look', part: 'read', method: 'GET', path: '/' };
const ok = { status: 200, code: '', retry_after: false };

function clientThat(response: () => Promise<void>): HttpClient {
  return {
    send: async () => {
      await response();
      return ok;
    },
    close: async () => {},
  };
}

test('L3 an open model: every request is sent at its time, also while no response comes', async () => {
  const responses: (() => void)[] = [];
  let came = () => {};
  const all = new Promise<void>((resolve) => {
    came = resolve;
  });
  const client = clientThat(() => {
    if (responses.length === 99) came();
    return new Promise((resolve) => responses.push(resolve));
  });
  const run = arrive(client, { rate: 1000, seconds: 0.1, next: () => call });
  await all;
  for (const response of responses) response();
  const samples = await run;
  expect(samples.map(({ due }) => due)).toEqual(Array.from({ length: 100 }, (_, index) => index));
});

test('L3 latency counts from the scheduled time, also if the generator is late', async () => {
  const client = clientThat(async () => {});
  let count = 0;
  const next = () => {
    const end = performance.now() + (++count === 1 ? 50 : 0);
    while (performance.now() < end);
    return call;
  };
  const samples = await arrive(client, { rate: 1000, seconds: 0.02, next });
  const [, second] = samples;
  expect(second?.late).toBeGreaterThanOrEqual(48);
  expect(second?.took).toBeGreaterThanOrEqual(second?.late ?? 0);
});

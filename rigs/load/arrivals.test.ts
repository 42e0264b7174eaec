import { expect, test } from 'vitest';
import { arrive } from './arrivals.ts';
import type { Call, Wire } from './wire.ts';

const call: Call = { kind: 'look', part: 'read', method: 'GET', path: '/' };
const ok = { status: 200, code: '', retry_after: false };

function wireThat(answer: () => Promise<void>): Wire {
  return {
    send: async () => {
      await answer();
      return ok;
    },
    close: async () => {},
  };
}

test('L3 an open model: everybody comes at their moment, also while nobody is answered', async () => {
  const answers: (() => void)[] = [];
  let came = () => {};
  const all = new Promise<void>((resolve) => {
    came = resolve;
  });
  const wire = wireThat(() => {
    if (answers.length === 99) came();
    return new Promise((resolve) => answers.push(resolve));
  });
  const run = arrive(wire, { rate: 1000, seconds: 0.1, next: () => call });
  await all;
  for (const answer of answers) answer();
  const samples = await run;
  expect(samples.map(({ due }) => due)).toEqual(Array.from({ length: 100 }, (_, place) => place));
});

test('L3 what somebody waits counts from their moment, also where the generator is late', async () => {
  const wire = wireThat(async () => {});
  let count = 0;
  const next = () => {
    const end = performance.now() + (++count === 1 ? 50 : 0);
    while (performance.now() < end);
    return call;
  };
  const samples = await arrive(wire, { rate: 1000, seconds: 0.02, next });
  const [, second] = samples;
  expect(second?.late).toBeGreaterThanOrEqual(48);
  expect(second?.took).toBeGreaterThanOrEqual(second?.late ?? 0);
});

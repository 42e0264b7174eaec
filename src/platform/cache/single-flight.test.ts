import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

test('who asks while it is being done waits for it; who asks afterwards begins anew; another key is another matter', async () => {
  const once = createSingleFlight();
  const done: string[] = [];
  const gates: (() => void)[] = [];
  const work = (name: string) => async () => {
    done.push(name);
    await new Promise<void>((open) => gates.push(open));
  };
  const [first, second, other] = [
    once('a', work('a1')),
    once('a', work('a2')),
    once('b', work('b1')),
  ];
  expect(done).toEqual(['a1', 'b1']);
  for (const open of gates) open();
  await Promise.all([first, second, other]);
  void once('a', work('a3'));
  expect(done).toEqual(['a1', 'b1', 'a3']);
});

test('a failure is told to everybody who waited, and to nobody after', async () => {
  const once = createSingleFlight();
  const failing = () => Promise.reject(new Error('no'));
  const outcomes = await Promise.allSettled([once('a', failing), once('a', failing)]);
  expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  await once('a', async () => {});
});

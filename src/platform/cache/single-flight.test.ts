import { expect, test } from 'vitest';
import { createSingleFlight } from './single-flight.ts';

test('concurrent callers with one key share the work; later callers and other keys start their own', async () => {
  const singleFlight = createSingleFlight();
  const started: string[] = [];
  const running: (() => void)[] = [];
  const work = (name: string) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => running.push(resolve));
  };
  const [first, second, other] = [
    singleFlight('a', work('a1')),
    singleFlight('a', work('a2')),
    singleFlight('b', work('b1')),
  ];
  expect(started).toEqual(['a1', 'b1']);
  for (const complete of running) complete();
  await Promise.all([first, second, other]);
  void singleFlight('a', work('a3'));
  expect(started).toEqual(['a1', 'b1', 'a3']);
});

test('a failure rejects every waiting caller and no later one', async () => {
  const singleFlight = createSingleFlight();
  const failing = () => Promise.reject(new Error('no'));
  const outcomes = await Promise.allSettled([
    singleFlight('a', failing),
    singleFlight('a', failing),
  ]);
  expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  await singleFlight('a', async () => {});
});

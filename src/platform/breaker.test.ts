import { expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';

function createScene() {
  let time = 1000;
  const breaker = createBreaker(undefined, () => time);
  const calls = { count: 0 };
  const call = (succeeds: boolean) =>
    breaker(async () => {
      calls.count++;
      if (!succeeds) throw new Error('failed');
      return 'ok';
    }).catch((error: Error) => error.message);
  return { call, calls, advance: (ms: number) => (time += ms) };
}

const OPEN = expect.stringContaining('circuit breaker open');

test('after five failures in a second the sixth call fails at once', async () => {
  const { call, calls } = createScene();
  for (let count = 0; count < 5; count++) expect(await call(false)).toBe('failed');
  expect(await call(true)).toEqual(OPEN);
  expect(calls.count).toBe(5);
});

test('failures that are far apart, or with a success between them, do not open it', async () => {
  const { call, advance } = createScene();
  for (let count = 0; count < 10; count++) {
    expect(await call(false)).toBe('failed');
    advance(300);
  }
  advance(1001);
  for (let count = 0; count < 4; count++) expect(await call(false)).toBe('failed');
  expect(await call(true)).toBe('ok');
  for (let count = 0; count < 4; count++) expect(await call(false)).toBe('failed');
  expect(await call(true)).toBe('ok');
});

test('two seconds later one trial call runs, and the others only after it succeeded', async () => {
  const { call, calls, advance } = createScene();
  for (let count = 0; count < 5; count++) await call(false);
  advance(2001);
  const [first, second] = await Promise.all([call(false), call(true)]);
  expect([first, second]).toEqual(['failed', OPEN]);
  expect(await call(true)).toEqual(OPEN);
  advance(2001);
  expect(await call(true)).toBe('ok');
  expect(await call(true)).toBe('ok');
  expect(calls.count).toBe(8);
});

test('to the millisecond: a failure counts for one second, and the trial comes after two', async () => {
  const { call, advance } = createScene();
  expect(await call(false)).toBe('failed');
  advance(1000);
  for (let count = 0; count < 4; count++) expect(await call(false)).toBe('failed');
  expect(await call(true)).toBe('ok');
  for (let count = 0; count < 5; count++) await call(false);
  advance(1999);
  expect(await call(true)).toEqual(OPEN);
  advance(1);
  expect(await call(true)).toBe('ok');
});

test('after a slow failed trial the open time starts again', async () => {
  let time = 1000;
  const breaker = createBreaker(undefined, () => time);
  const fail = async () => {
    throw new Error('failed');
  };
  for (let count = 0; count < 5; count++) await breaker(fail).catch(() => {});
  time += 2001;
  await breaker(async () => {
    time += 1500;
    throw new Error('failed');
  }).catch(() => {});
  time += 1999;
  await expect(breaker(async () => 'ok')).rejects.toThrow('circuit breaker open');
  time += 1;
  await expect(breaker(async () => 'ok')).resolves.toBe('ok');
});

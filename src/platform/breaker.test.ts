import { expect, test } from 'vitest';
import { createBreaker } from './breaker.ts';

function scene() {
  let time = 1000;
  const breaker = createBreaker(() => time);
  const asked = { times: 0 };
  const ask = (works: boolean) =>
    breaker(async () => {
      asked.times++;
      if (!works) throw new Error('away');
      return 'here';
    }).catch((error: Error) => error.message);
  return { ask, asked, pass: (ms: number) => (time += ms) };
}

const NOT_ASKED = expect.stringContaining('not asked');

test('after five failures in a second nobody waits for the sixth', async () => {
  const { ask, asked } = scene();
  for (let times = 0; times < 5; times++) expect(await ask(false)).toBe('away');
  expect(await ask(true)).toEqual(NOT_ASKED);
  expect(asked.times).toBe(5);
});

test('failures that are far apart, or with an answer between them, change nothing', async () => {
  const { ask, pass } = scene();
  for (let times = 0; times < 10; times++) {
    expect(await ask(false)).toBe('away');
    pass(300);
  }
  pass(1001);
  for (let times = 0; times < 4; times++) expect(await ask(false)).toBe('away');
  expect(await ask(true)).toBe('here');
  for (let times = 0; times < 4; times++) expect(await ask(false)).toBe('away');
  expect(await ask(true)).toBe('here');
});

test('two seconds later one goes first, and the others follow only when it came back', async () => {
  const { ask, asked, pass } = scene();
  for (let times = 0; times < 5; times++) await ask(false);
  pass(2001);
  const [first, second] = await Promise.all([ask(false), ask(true)]);
  expect([first, second]).toEqual(['away', NOT_ASKED]);
  expect(await ask(true)).toEqual(NOT_ASKED);
  pass(2001);
  expect(await ask(true)).toBe('here');
  expect(await ask(true)).toBe('here');
  expect(asked.times).toBe(8);
});

test('to the millisecond: a failure a second old is forgotten, and after two seconds it is asked again', async () => {
  const { ask, pass } = scene();
  expect(await ask(false)).toBe('away');
  pass(1000);
  for (let times = 0; times < 4; times++) expect(await ask(false)).toBe('away');
  expect(await ask(true)).toBe('here');
  for (let times = 0; times < 5; times++) await ask(false);
  pass(1999);
  expect(await ask(true)).toEqual(NOT_ASKED);
  pass(1);
  expect(await ask(true)).toBe('here');
});

test('who went first and waited long for nothing makes everybody wait from then on', async () => {
  let time = 1000;
  const breaker = createBreaker(() => time);
  const fail = async () => {
    throw new Error('away');
  };
  for (let times = 0; times < 5; times++) await breaker(fail).catch(() => {});
  time += 2001;
  await breaker(async () => {
    time += 1500;
    throw new Error('away');
  }).catch(() => {});
  time += 1999;
  await expect(breaker(async () => 'here')).rejects.toThrow('not asked');
  time += 1;
  await expect(breaker(async () => 'here')).resolves.toBe('here');
});

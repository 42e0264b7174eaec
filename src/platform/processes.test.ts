import { expect, test } from 'vitest';
import { findLost, isLive, type Process, workerSilence } from './processes.ts';

function processOf(some: Partial<Process>): Process {
  const identity = { host: 'a', role: 'web', port: 3000, pid: 1, version: '1' } as const;
  return { ...identity, age_seconds: 3600, silent_seconds: 5, ...some };
}

test('a process is live for a minute after its last heartbeat', () => {
  expect(isLive(processOf({ silent_seconds: 59 }))).toBe(true);
  expect(isLive(processOf({ silent_seconds: 61 }))).toBe(false);
});

test('a silent process is lost until one in its role starts on another host', () => {
  const dead = processOf({ host: 'pod-1', silent_seconds: 300 });
  const lostBeside = (...others: Partial<Process>[]) => findLost([dead, ...others.map(processOf)]);
  expect(lostBeside()).toEqual([dead]);
  expect(lostBeside({ host: 'pod-2' })).toEqual([dead]);
  expect(lostBeside({ host: 'pod-2', role: 'worker', age_seconds: 100 })).toEqual([dead]);
  expect(lostBeside({ host: 'pod-1', port: 3001, age_seconds: 100 })).toEqual([dead]);
  expect(lostBeside({ host: 'pod-2', age_seconds: 100 })).toEqual([]);
});

test('the silence of workers is that of the last one seen, and infinite without one', () => {
  const silence = (...some: Partial<Process>[]) => workerSilence(some.map(processOf));
  expect(silence({ role: 'worker', silent_seconds: 300 }, { role: 'both' })).toBe(5);
  expect(silence({ role: 'worker', silent_seconds: 300 }, { role: 'web' })).toBe(300);
  expect(silence({ role: 'web' })).toBe(Number.POSITIVE_INFINITY);
});

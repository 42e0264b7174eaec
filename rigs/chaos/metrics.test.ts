import { expect, test } from 'vitest';
import type { Operation } from './history.ts';
import { longestSilence } from './metrics.ts';

test('C4 the time without writes runs from the fault, between any two, and to the end; reads and errors end none', () => {
  const span = { from: 1_000, to: 10_000 };
  expect(longestSilence([], span)).toBe(9_000);
  expect(longestSilence([did('POST', 900), did('POST', 4_000)], span)).toBe(6_000);
  const all = [did('POST', 2_000), did('GET', 5_000), did('POST', 5_000, 503), did('PUT', 9_500)];
  expect(longestSilence(all, span)).toBe(7_500);
});

function did(method: Operation['method'], ended: number, status = 200): Operation {
  const attempt = { at: ended - 5, ended, status, code: '', replayed: false, tries: 1 };
  return {
    ...{ id: 'op1', uid: 1, kind: 'like', method, path: '/' },
    ...{ invoked: ended - 5, ended, outcome: 'ok', reported: {} },
    attempts: [attempt],
  };
}

import { expect, test } from 'vitest';
import { FILES_PREFIX, keyFor, STALLED_SECONDS, STATES, stateOf } from './rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 15, hour));

test('a file has its name in a folder that nothing else is in', () => {
  expect(keyFor(7, 'AbC')).toBe('export/7.abc.zip');
  expect(FILES_PREFIX).toBe('export/');
});

test.each([
  ['none', undefined],
  ['preparing', { ready_at: null, expires_at: null, taken_at: null }],
  ['preparing', { ready_at: at(1), expires_at: null, taken_at: null }],
  ['preparing', { ready_at: null, expires_at: at(20), taken_at: null }],
  ['ready', { ready_at: at(1), expires_at: at(13), taken_at: null }],
  ['expired', { ready_at: at(1), expires_at: at(12), taken_at: null }],
  ['taken', { ready_at: at(1), expires_at: at(20), taken_at: at(2) }],
  ['taken', { ready_at: at(1), expires_at: at(3), taken_at: at(2) }],
] as const)('at noon an export is %s: %j', (state, times) => {
  expect(stateOf(times, at(12))).toBe(state);
  expect(STATES).toContain(state);
});

test('an export without a heartbeat for five minutes has stalled', () => {
  expect(STALLED_SECONDS).toBe(300);
});

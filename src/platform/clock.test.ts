import { expect, test } from 'vitest';
import { addDays, addSeconds, calendarDay, startOfDay, systemClock } from './clock.ts';

test.each([
  ['2026-11-14T15:59:59.999Z', '2026-11-14'],
  ['2026-11-14T16:00:00.000Z', '2026-11-15'],
  ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ['2024-02-28T16:00:00.000Z', '2024-02-29'],
])('D9 %s is the Shanghai day %s, whatever the time zone of the process', (time, day) => {
  const zone = process.env['TZ'];
  for (const TZ of ['America/New_York', 'Pacific/Kiritimati', 'UTC']) {
    process.env['TZ'] = TZ;
    expect(calendarDay(new Date(time))).toBe(day);
  }
  process.env['TZ'] = zone;
});

test('D9 the cached day ends with its last millisecond', () => {
  const times = [
    '2026-11-14T16:00:00.000Z',
    '2026-11-15T15:59:59.999Z',
    '2026-11-15T16:00:00.000Z',
  ];
  const days = [...times, ...times.toReversed()].map((time) => calendarDay(new Date(time)));
  expect(days).toEqual([
    '2026-11-15',
    '2026-11-15',
    '2026-11-16',
    '2026-11-16',
    '2026-11-15',
    '2026-11-15',
  ]);
});

test('D9 a Shanghai day begins at sixteen hundred UTC the day before', () => {
  expect(startOfDay('2026-11-15').toISOString()).toBe('2026-11-14T16:00:00.000Z');
  expect(calendarDay(startOfDay('2026-11-15'))).toBe('2026-11-15');
});

test('D9 a day later is the same time of the next Shanghai day', () => {
  expect(addDays(new Date('2026-11-14T16:00:00Z'), 30).toISOString()).toBe(
    '2026-12-14T16:00:00.000Z',
  );
});

test('seconds are added, and the system clock returns the current time', () => {
  expect(addSeconds(new Date('2026-11-15T00:00:00Z'), 90).toISOString()).toBe(
    '2026-11-15T00:01:30.000Z',
  );
  const before = Date.now();
  expect(systemClock.now().getTime()).toBeGreaterThanOrEqual(before);
  expect(systemClock.now().getTime()).toBeLessThanOrEqual(Date.now());
});

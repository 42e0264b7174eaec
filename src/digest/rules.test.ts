import { describe, expect, test } from 'vitest';
import { knownZone, OFFERED_ZONES } from '../platform/time-zones.ts';
import { causeOf, DEFAULT_TIME, type DigestTime, nextDigestAt, secondInHour } from './rules.ts';

/** Its second in the hour is 0, so times below are exact. */
const UID = [...Array(100_000).keys()].find((uid) => uid > 0 && secondInHour(uid) === 0) ?? 0;
const dueAfter = (time: Partial<DigestTime>, now: string) =>
  nextDigestAt({ ...DEFAULT_TIME, ...time }, UID, new Date(now)).toISOString();
const daily = { frequency: 'daily', hour: 8 } as const;

describe("the member's hour", () => {
  test.each([
    ['before it, on the same day', daily, '2026-11-18T23:00:00Z', '2026-11-19T00:00:00.000Z'],
    ['at that moment, a day later', daily, '2026-11-19T00:00:00Z', '2026-11-20T00:00:00.000Z'],
    ['a second before', daily, '2026-11-18T23:59:59Z', '2026-11-19T00:00:00.000Z'],
    // Midnight in Shanghai is 16:00 UTC of the day before.
    ['midnight', { ...daily, hour: 0 }, '2026-11-18T15:59:59Z', '2026-11-18T16:00:00.000Z'],
    ['after midnight', { ...daily, hour: 0 }, '2026-11-18T16:00:01Z', '2026-11-19T16:00:00.000Z'],
    [
      'the last hour, across the end of a year',
      { ...daily, hour: 23 },
      '2026-12-31T15:30:00Z',
      '2027-01-01T15:00:00.000Z',
    ],
    [
      'a zone on the other side of the date line',
      { ...daily, zone: 'Pacific/Honolulu' },
      '2026-11-18T17:00:00Z',
      '2026-11-18T18:00:00.000Z',
    ],
  ])('%s', (_, time, now, expected) => {
    expect(dueAfter(time, now)).toBe(expected);
  });

  test.each([
    // Wednesday in Shanghai.
    ['later in this week', 5, '2026-11-18T04:00:00Z', '2026-11-20T00:00:00.000Z'],
    ['the same day, before the hour', 3, '2026-11-17T23:00:00Z', '2026-11-18T00:00:00.000Z'],
    ['the same day, after the hour', 3, '2026-11-18T00:00:00Z', '2026-11-25T00:00:00.000Z'],
    ['next week', 1, '2026-11-18T04:00:00Z', '2026-11-23T00:00:00.000Z'],
    // Sunday 17:00 UTC is already Monday in Shanghai.
    ['by the day of the zone, not of UTC', 1, '2026-11-22T17:00:00Z', '2026-11-23T00:00:00.000Z'],
  ])('weekly: %s', (_, weekday, now, expected) => {
    expect(dueAfter({ frequency: 'weekly', hour: 8, weekday }, now)).toBe(expected);
  });
});

describe('daylight saving time', () => {
  const berlin = { ...daily, zone: 'Europe/Berlin' };

  test('eight stays eight by the clock of the member', () => {
    expect(dueAfter(berlin, '2026-10-24T05:00:00Z')).toBe('2026-10-24T06:00:00.000Z');
    expect(dueAfter(berlin, '2026-10-24T06:00:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(dueAfter(berlin, '2027-03-27T07:00:00Z')).toBe('2027-03-28T06:00:00.000Z');
  });

  test('an hour that does not exist becomes the next one, and only on that day', () => {
    const two = { ...berlin, hour: 2 };
    expect(dueAfter(two, '2027-03-27T12:00:00Z')).toBe('2027-03-28T01:00:00.000Z');
    expect(dueAfter(two, '2027-03-28T01:00:00Z')).toBe('2027-03-29T00:00:00.000Z');
  });

  test('of an hour that exists twice the first counts, and the second brings no second digest', () => {
    const two = { ...berlin, hour: 2 };
    expect(dueAfter(two, '2026-10-24T12:00:00Z')).toBe('2026-10-25T00:00:00.000Z');
    expect(dueAfter(two, '2026-10-25T00:30:00Z')).toBe('2026-10-26T01:00:00.000Z');
    expect(dueAfter(two, '2026-10-25T01:00:00Z')).toBe('2026-10-26T01:00:00.000Z');
  });

  test('a year of daily digests has one on each day', () => {
    let now = new Date('2026-01-01T00:00:00Z');
    const days = new Set<string>();
    for (let count = 0; count < 365; count++) {
      now = nextDigestAt({ ...berlin, weekday: 1 }, 77, now);
      days.add(now.toLocaleDateString('sv', { timeZone: 'Europe/Berlin' }));
      expect(now.toLocaleTimeString('sv', { timeZone: 'Europe/Berlin' })).toMatch(/^08:/);
    }
    expect(days.size).toBe(365);
  });
});

describe('spreading', () => {
  test('members with the same hour are spread evenly over it', () => {
    const minutes = Array<number>(60).fill(0);
    for (let uid = 1; uid <= 60_000; uid++) {
      const minute = Math.floor(secondInHour(uid) / 60);
      minutes[minute] = (minutes[minute] ?? 0) + 1;
    }
    expect(Math.min(...minutes)).toBeGreaterThan(900);
    expect(Math.max(...minutes)).toBeLessThan(1100);
  });

  test.each([1, 4_294_967_296, Number.MAX_SAFE_INTEGER])('uid %s is within the hour', (uid) => {
    expect(secondInHour(uid)).toBeGreaterThanOrEqual(0);
    expect(secondInHour(uid)).toBeLessThan(3600);
  });
});

describe('time zones', () => {
  test('all that the page offers are known', () => {
    expect(OFFERED_ZONES.filter((zone) => knownZone(zone) !== zone)).toEqual([]);
  });

  test.each(['Mars/Olympus', '+08:00', '', 'Asia/Shanghai; drop', '../etc/localtime', 'A'])(
    '%j is refused',
    (zone) => {
      expect(knownZone(zone)).toBeUndefined();
    },
  );

  test('a name in other letters is spelled as IANA does', () => {
    expect(knownZone('europe/berlin')).toBe('Europe/Berlin');
  });

  test('a stored zone that this Node does not know counts as the standard one', () => {
    expect(dueAfter({ ...daily, zone: 'Mars/Olympus' }, '2026-11-18T23:00:00Z')).toBe(
      '2026-11-19T00:00:00.000Z',
    );
  });
});

test('the cause of a mail differs for each member and time', () => {
  const [one, two] = [new Date('2026-11-18T00:00:00Z'), new Date('2026-11-19T00:00:00Z')];
  expect(new Set([causeOf(1, one), causeOf(2, one), causeOf(1, two)]).size).toBe(3);
});

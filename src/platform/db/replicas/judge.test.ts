import { expect, test } from 'vitest';
import { isReadable, isSameHistory, judgeReport, type LogPosition, MAX_LAG_MS } from './judge.ts';

const SITE = { system: '7', database: 5, timeline: 1 };
const UNKNOWN = { standing: 'away', complete_until: -10_000, replayed: 0 } as const;

const mark = (at: number, position: number, change: Partial<LogPosition> = {}): LogPosition => ({
  ...SITE,
  at,
  position,
  ...change,
});
const MARKS = [mark(0, 100), mark(250, 200), mark(500, 200), mark(750, 300)];
const says = (replayed: number, change: object = {}) =>
  judgeReport({ ...SITE, standby: true, replayed, ...change }, MARKS, UNKNOWN);

test.each([
  ['everything', 300, 750, 'in step'],
  ['more than there was when it was asked for', 350, 750, 'in step'],
  ['all but the last', 299, 500, 'in step'],
  ['nothing since a while', 199, 0, 'in step'],
  ['nothing of what is known', 99, -10_000, 'behind'],
])(
  'a replica that has %s is complete until it was last written',
  (_, replayed, until, standing) => {
    expect(says(replayed)).toEqual({ standing, complete_until: until, replayed });
  },
);

test('where nothing is written, a replica that has it all stays in step however long ago that was', () => {
  const quiet = [mark(0, 100), mark(60_000, 100)];
  const report = { ...SITE, standby: true, replayed: 100 };
  expect(judgeReport(report, quiet, UNKNOWN)).toMatchObject({
    standing: 'in step',
    complete_until: 60_000,
  });
});

test('what it was known to have, it has: a mark that is forgotten takes nothing away', () => {
  const before = { standing: 'in step', complete_until: 700, replayed: 250 } as const;
  const later = [mark(1000, 400)];
  const report = { ...SITE, standby: true, replayed: 260 };
  expect(judgeReport(report, later, before)).toEqual({
    standing: 'in step',
    complete_until: 700,
    replayed: 260,
  });
  const muchLater = [mark(701 + MAX_LAG_MS, 400)];
  expect(judgeReport(report, muchLater, before).standing).toBe('behind');
});

test('one that crashed and has to replay again what it had is known to have only what it says', () => {
  const before = { standing: 'away', complete_until: 740, replayed: 300 } as const;
  const report = { ...SITE, standby: true, replayed: 150 };
  expect(judgeReport(report, MARKS, before)).toMatchObject({ complete_until: 0, replayed: 150 });
  const lost = judgeReport({ ...report, replayed: 50 }, MARKS, before);
  expect(lost).toMatchObject({ standing: 'behind', complete_until: Number.NEGATIVE_INFINITY });
});

test.each([
  ['another database', { system: '8' }],
  ['another database', { database: 6 }],
  ['the primary', { standby: false }],
  ['promoted', { standby: false, timeline: 2 }],
  ['another database', { standby: false, system: '8' }],
  ['another timeline', { timeline: 2 }],
])('%s is refused, however much it has replayed', (standing, change) => {
  const verdict = says(10_000, change);
  expect(verdict.standing).toBe(standing);
  expect(isReadable({ ...verdict, complete_until: 750 }, 750, 0)).toBe(false);
});

test('without a word of the primary nothing can be said', () => {
  const report = { ...SITE, standby: true, replayed: 300 };
  expect(judgeReport(report, [], UNKNOWN).standing).toBe('away');
});

test('it is read from until what is known of it is too old, and by whom it has all they must see', () => {
  const verdict = says(300);
  expect(isReadable(verdict, 750 + MAX_LAG_MS, 0)).toBe(true);
  expect(isReadable(verdict, 751 + MAX_LAG_MS, 0)).toBe(false);
  expect(isReadable(verdict, 750, 300)).toBe(true);
  expect(isReadable(verdict, 750, 301)).toBe(false);
  for (const standing of ['away', 'behind'] as const)
    expect(isReadable({ ...verdict, standing }, 750, 0)).toBe(false);
});

test('after a failover, or on another cluster, positions are no longer compared with those of before', () => {
  expect(isSameHistory(mark(2, 9), mark(1, 8))).toBe(true);
  expect(isSameHistory(mark(2, 9, { timeline: 2 }), mark(1, 8))).toBe(false);
  expect(isSameHistory(mark(2, 9, { system: '8' }), mark(1, 8))).toBe(false);
  expect(isSameHistory(mark(2, 9), undefined)).toBe(false);
});

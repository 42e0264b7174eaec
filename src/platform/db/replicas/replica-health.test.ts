import { expect, test } from 'vitest';
import {
  assessReplica,
  isReadable,
  isSameHistory,
  type LogPosition,
  MAX_LAG_MS,
} from './replica-health.ts';

const SITE = { system: '7', database: 5, timeline: 1 };
const UNKNOWN = { state: 'unreachable', complete_until: -10_000, replayed: 0 } as const;

const positionAt = (
  at: number,
  position: number,
  change: Partial<LogPosition> = {},
): LogPosition => ({ ...SITE, at, position, ...change });
const POSITIONS = [
  positionAt(0, 100),
  positionAt(250, 200),
  positionAt(500, 200),
  positionAt(750, 300),
];
const assess = (replayed: number, change: object = {}) =>
  assessReplica({ ...SITE, standby: true, replayed, ...change }, POSITIONS, UNKNOWN);

test.each([
  ['everything', 300, 750, 'in sync'],
  ['more than the newest position', 350, 750, 'in sync'],
  ['all but the newest position', 299, 500, 'in sync'],
  ['only the oldest position', 199, 0, 'in sync'],
  ['less than the oldest position', 99, -10_000, 'behind'],
])(
  'a replica that has replayed %s is complete until that position was read',
  (_, replayed, until, state) => {
    expect(assess(replayed)).toEqual({ state, complete_until: until, replayed });
  },
);

test('on an idle site a replica that has replayed everything stays in sync', () => {
  const idle = [positionAt(0, 100), positionAt(60_000, 100)];
  const status = { ...SITE, standby: true, replayed: 100 };
  expect(assessReplica(status, idle, UNKNOWN)).toMatchObject({
    state: 'in sync',
    complete_until: 60_000,
  });
});

test('dropping an old position does not make a replica less complete', () => {
  const before = { state: 'in sync', complete_until: 700, replayed: 250 } as const;
  const later = [positionAt(1000, 400)];
  const status = { ...SITE, standby: true, replayed: 260 };
  expect(assessReplica(status, later, before)).toEqual({
    state: 'in sync',
    complete_until: 700,
    replayed: 260,
  });
  const muchLater = [positionAt(701 + MAX_LAG_MS, 400)];
  expect(assessReplica(status, muchLater, before).state).toBe('behind');
});

test('after a crash, what a replica has to replay again does not count', () => {
  const before = { state: 'unreachable', complete_until: 740, replayed: 300 } as const;
  const status = { ...SITE, standby: true, replayed: 150 };
  expect(assessReplica(status, POSITIONS, before)).toMatchObject({
    complete_until: 0,
    replayed: 150,
  });
  const lost = assessReplica({ ...status, replayed: 50 }, POSITIONS, before);
  expect(lost).toMatchObject({ state: 'behind', complete_until: Number.NEGATIVE_INFINITY });
});

test.each([
  ['another database', { system: '8' }],
  ['another database', { database: 6 }],
  ['the primary', { standby: false }],
  ['promoted', { standby: false, timeline: 2 }],
  ['another database', { standby: false, system: '8' }],
  ['another timeline', { timeline: 2 }],
])('%s is rejected, however much it has replayed', (state, change) => {
  const health = assess(10_000, change);
  expect(health.state).toBe(state);
  expect(isReadable({ ...health, complete_until: 750 }, 750, 0)).toBe(false);
});

test('without a position of the primary a replica counts as unreachable', () => {
  const status = { ...SITE, standby: true, replayed: 300 };
  expect(assessReplica(status, [], UNKNOWN).state).toBe('unreachable');
});

test('a replica is readable for one second, up to its replayed position', () => {
  const health = assess(300);
  expect(isReadable(health, 750 + MAX_LAG_MS, 0)).toBe(true);
  expect(isReadable(health, 751 + MAX_LAG_MS, 0)).toBe(false);
  expect(isReadable(health, 750, 300)).toBe(true);
  expect(isReadable(health, 750, 301)).toBe(false);
  for (const state of ['unreachable', 'behind'] as const)
    expect(isReadable({ ...health, state }, 750, 0)).toBe(false);
});

test('positions of another timeline or cluster are not comparable', () => {
  expect(isSameHistory(positionAt(2, 9), positionAt(1, 8))).toBe(true);
  expect(isSameHistory(positionAt(2, 9, { timeline: 2 }), positionAt(1, 8))).toBe(false);
  expect(isSameHistory(positionAt(2, 9, { system: '8' }), positionAt(1, 8))).toBe(false);
  expect(isSameHistory(positionAt(2, 9), undefined)).toBe(false);
});

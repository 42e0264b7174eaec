import { describe, expect, test } from 'vitest';
import { firstStatus, roundReads, STATUSES } from './rules.ts';
import { ACTORS, EFFECTS, judgeTransition, TIMINGS, TRANSITIONS, TRIGGERS } from './transitions.ts';

const cells = STATUSES.flatMap((status) =>
  TRIGGERS.flatMap((trigger) =>
    ACTORS.flatMap((actor) =>
      [true, false].flatMap((audit) =>
        [true, false].flatMap((has_edit) =>
          [true, false].flatMap((submitted) =>
            TIMINGS.map((timing) => ({
              ...{ status, trigger, actor, audit, has_edit, submitted, timing },
            })),
          ),
        ),
      ),
    ),
  ),
);

test('every cell of the table is a transition to a known state or a refusal, decided by at most one row', () => {
  expect(cells).toHaveLength(5 * 11 * 3 * 2 * 2 * 2 * 3);
  for (const { trigger, ...now } of cells) {
    const move = judgeTransition(trigger, now, 'approved');
    if ('refuse' in move)
      expect(['wrong_state', 'role_required', 'not_found']).toContain(move.refuse);
    else {
      expect(STATUSES).toContain(move.to);
      for (const effect of move.effects) expect(EFFECTS).toContain(effect);
    }
    const rows = TRANSITIONS.filter(
      (row) =>
        row.trigger === trigger &&
        row.from.includes(now.status) &&
        (row.audit ?? now.audit) === now.audit &&
        (row.has_edit ?? now.has_edit) === now.has_edit &&
        (row.submitted ?? now.submitted) === now.submitted &&
        (row.timing ?? now.timing) === now.timing,
    );
    expect(rows.length).toBeLessThanOrEqual(1);
  }
});

test('every row of the table is reached by some cell', () => {
  for (const row of TRANSITIONS) {
    expect(
      cells.some((cell) => row.trigger === cell.trigger && row.from.includes(cell.status)),
    ).toBe(true);
  }
});

describe('SPEC', () => {
  const author = (status: (typeof STATUSES)[number], audit: boolean) =>
    ({ status, audit, has_edit: false, submitted: true, timing: 'none', actor: 'author' }) as const;

  test('§3.1 editing is refused while pending or locked', () => {
    for (const status of ['pending', 'locked'] as const) {
      for (const trigger of ['save', 'autosave'] as const) {
        expect(judgeTransition(trigger, author(status, true), null)).toEqual({
          refuse: 'wrong_state',
        });
      }
    }
  });

  test('§3 rejected: author edits the post (edit is accepted), and it is a draft again', () => {
    expect(judgeTransition('save', author('rejected', true), null)).toMatchObject({ to: 'draft' });
  });

  test('§3 (new post): post is created (audit switch `audit.enabled` on) as a draft; D19 `draft` keeps one in either mode', () => {
    expect(firstStatus(true, false)).toBe('draft');
    expect(firstStatus(true, true)).toBe('draft');
    expect(firstStatus(false, true)).toBe('draft');
  });

  test('§3 (new post): post is created or submitted (audit switch off) and is public', () => {
    expect(firstStatus(false, false)).toBe('approved');
    expect(judgeTransition('submit', author('draft', false), null)).toMatchObject({
      to: 'approved',
    });
  });

  test('§3.3, D20 submitting with review on leads to pending, from draft and rejected only', () => {
    const outcomes = STATUSES.map((status) =>
      judgeTransition('submit', author(status, true), null),
    );
    expect(outcomes.map((move) => ('to' in move ? move.to : move.refuse))).toEqual([
      'pending',
      'wrong_state',
      'wrong_state',
      'pending',
      'wrong_state',
    ]);
  });

  test('§3.4, D22 staff approve, reject, lock and unlock; a lock stores the state it replaced', () => {
    const staff = {
      audit: true,
      has_edit: false,
      submitted: true,
      timing: 'none',
      actor: 'staff',
    } as const;
    expect(judgeTransition('approve', { ...staff, status: 'pending' }, null)).toMatchObject({
      to: 'approved',
    });
    expect(judgeTransition('reject', { ...staff, status: 'pending' }, null)).toMatchObject({
      to: 'rejected',
    });
    expect(judgeTransition('reject', { ...staff, status: 'approved' }, null)).toMatchObject({
      to: 'rejected',
    });
    expect(judgeTransition('lock', { ...staff, status: 'draft' }, null)).toMatchObject({
      to: 'locked',
    });
    expect(judgeTransition('unlock', { ...staff, status: 'locked' }, 'rejected')).toMatchObject({
      to: 'rejected',
    });
    expect(judgeTransition('approve', { ...staff, status: 'draft' }, null)).toEqual({
      refuse: 'wrong_state',
    });
    expect(judgeTransition('approve', author('pending', true), null)).toEqual({
      refuse: 'role_required',
    });
  });
});

test.each([
  [0, null],
  [9, null],
  [10, 10],
  [99, 99],
  [101, 100],
  [12_345, 12_000],
  [9_999_999, 9_900_000],
])('D62 %i reads are shown as %s', (reads, shown) => {
  expect(roundReads(reads)).toBe(shown);
});

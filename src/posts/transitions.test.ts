import { describe, expect, test } from 'vitest';
import { HOT_SCORE_WEIGHTS, ORDERS, STATUSES } from './rules.ts';
import { EFFECTS, judgeTransition, TRIGGERS, type Trigger } from './transitions.ts';

/** The table of SPEC §3 and D19–D22, D24, D58, once more and by hand: one column each as in COLUMNS; `-` is refused. */
const COLUMNS = [
  ['draft', false, 'none'],
  ['pending', false, 'none'],
  ['approved', false, 'none'],
  ['rejected', false, 'none'],
  ['locked', false, 'none'],
  ['approved', true, 'none'],
  ['pending', false, 'ahead'],
  ['pending', false, 'approved'],
] as const;

const HIDDEN = 'pending hide drop_time';
const REJECTED = 'rejected give_reason drop_time';
const LOCKED = 'locked store_state give_reason drop_time';
const PUBLISHED = 'approved note_submission publish';

const ALWAYS = {
  autosave: ['draft show_text', '-', 'approved', 'draft show_text', '-', 'approved', '-', '-'],
  withdraw: [
    ...['-', 'draft drop_time', '-', '-', '-', 'approved drop_edit'],
    ...['draft drop_time', 'draft drop_time'],
  ],
  delete: [
    ...['draft hide drop_time', HIDDEN, 'approved hide drop_time', 'rejected hide drop_time'],
    ...['locked hide drop_time', 'approved hide drop_time', HIDDEN, HIDDEN],
  ],
  approve: [
    ...['-', 'approved publish drop_time', '-', '-', '-', 'approved show_text drop_edit'],
    ...['pending approve_ahead', '-'],
  ],
  reject: [
    ...['-', REJECTED, 'rejected give_reason', '-', '-', 'approved drop_edit give_reason'],
    ...[REJECTED, REJECTED],
  ],
  lock: [...Array(4).fill(LOCKED), '-', ...Array(3).fill(LOCKED)],
  unlock: ['-', '-', '-', '-', 'rejected restore_state', '-', '-', '-'],
  remove: [
    ...['draft', 'pending', 'approved', 'rejected', 'locked', 'approved', 'pending', 'pending'].map(
      (status) => `${status} hide give_reason drop_time`,
    ),
  ],
};

const TABLES = {
  'review off': {
    ...ALWAYS,
    save: [
      ...['draft show_text', '-', 'approved show_text drop_edit', 'draft show_text', '-'],
      ...['approved show_text drop_edit', '-', '-'],
    ],
    submit: [PUBLISHED, '-', '-', PUBLISHED, '-', '-', '-', '-'],
    release: [
      ...[`${PUBLISHED} drop_time`, '-', '-', `${PUBLISHED} drop_time`, '-', '-', '-'],
      'approved publish drop_time',
    ],
  },
  'review on': {
    ...ALWAYS,
    save: [
      ...['draft show_text', '-', 'approved queue_edit', 'draft show_text', '-'],
      ...['approved queue_edit', '-', '-'],
    ],
    submit: ['pending note_submission', '-', '-', 'pending note_submission', '-', '-', '-', '-'],
    release: [
      ...['pending note_submission drop_time', '-', '-', 'pending note_submission drop_time'],
      ...['-', '-', '-', 'approved publish drop_time'],
    ],
  },
} satisfies Record<string, Record<Trigger, string[]>>;

const BY_AUTHOR = ['save', 'autosave', 'submit', 'withdraw', 'delete'];
const actorOf = (trigger: Trigger) =>
  trigger === 'release' ? 'site' : BY_AUTHOR.includes(trigger) ? 'author' : 'staff';

describe.each(Object.entries(TABLES))('§3, D19–D22, D24, D58 with %s', (name, table) => {
  const audit = name === 'review on';
  const judge = (trigger: Trigger, actor: 'author' | 'staff' | 'site') =>
    COLUMNS.map(([status, has_edit, timing]) => {
      const now = { status, has_edit, timing, submitted: true, audit, actor };
      const move = judgeTransition(trigger, now, 'rejected');
      if ('refuse' in move) return move.refuse === 'wrong_state' ? '-' : move.refuse;
      return [move.to, ...move.effects].join(' ');
    });

  test.each(TRIGGERS)('%s follows the table, for the actor who may do it', (trigger) => {
    const actor = actorOf(trigger);
    expect(judge(trigger, actor)).toEqual(table[trigger]);
    const refusal = actor === 'author' ? 'not_found' : 'role_required';
    for (const other of (['author', 'staff', 'site'] as const).filter((one) => one !== actor))
      expect(judge(trigger, other)).toEqual(Array(8).fill(refusal));
  });
});

test('D22 a lock without a stored state returns to draft', () => {
  const now = { has_edit: false, submitted: true, timing: 'none', audit: false } as const;
  const locked = { ...now, status: 'locked', actor: 'staff' } as const;
  expect(judgeTransition('unlock', locked, null)).toEqual({
    to: 'draft',
    effects: ['restore_state'],
  });
});

test.each(TRIGGERS)('D51 %s of a draft that was never submitted', (trigger) => {
  const byStaff = actorOf(trigger) === 'staff';
  const move = (submitted: boolean) =>
    judgeTransition(
      trigger,
      {
        ...{ status: 'draft', has_edit: false, timing: 'none', audit: true, submitted },
        actor: actorOf(trigger),
      },
      null,
    );
  // The staff act on none of it; for its author it makes no difference.
  expect(move(false)).toEqual(byStaff ? { refuse: 'wrong_state' } : move(true));
});

test('§3, §4 the words of the table, the orders and the weights are these', () => {
  expect(STATUSES).toEqual(['draft', 'pending', 'approved', 'rejected', 'locked']);
  expect([...TRIGGERS].sort()).toEqual(Object.keys(TABLES['review on']).sort());
  const cells = Object.values(TABLES).flatMap((table) => Object.values(table).flat());
  expect([...EFFECTS].sort()).toEqual(
    [...new Set(cells.flatMap((cell) => cell.split(' ').slice(1)))].sort(),
  );
  expect(ORDERS).toEqual(['newest', 'hot', 'following']);
  expect(HOT_SCORE_WEIGHTS).toEqual({ likes: 1, comments: 2, favorites: 3, energy: 3 });
});

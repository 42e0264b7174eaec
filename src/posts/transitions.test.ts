import { describe, expect, test } from 'vitest';
import {
  EFFECTS,
  HOT_SCORE_WEIGHTS,
  judgeTransition,
  ORDERS,
  STATUSES,
  TRIGGERS,
  type Trigger,
} from './rules.ts';

/** The table of SPEC §3 and D19–D22, D24, once more and by hand: one column each as in COLUMNS; `-` is refused. */
const COLUMNS = [
  ['draft', false],
  ['pending', false],
  ['approved', false],
  ['rejected', false],
  ['locked', false],
  ['approved', true],
] as const;

const ALWAYS = {
  autosave: [...['draft show_text', '-', 'approved', 'draft show_text', '-', 'approved']],
  delete: [
    'draft hide',
    'pending hide',
    'approved hide',
    'rejected hide',
    'locked hide',
    'approved hide',
  ],
  approve: ['-', 'approved publish', '-', '-', '-', 'approved show_text drop_edit'],
  reject: [
    ...['-', 'rejected give_reason', 'rejected give_reason', '-', '-'],
    'approved drop_edit give_reason',
  ],
  lock: [
    ...Array(4).fill('locked store_state give_reason'),
    ...['-', 'locked store_state give_reason'],
  ],
  unlock: ['-', '-', '-', '-', 'rejected restore_state', '-'],
  remove: [
    ...['draft hide give_reason', 'pending hide give_reason', 'approved hide give_reason'],
    ...['rejected hide give_reason', 'locked hide give_reason', 'approved hide give_reason'],
  ],
};

const TABLES = {
  'review off': {
    ...ALWAYS,
    save: [
      ...['draft show_text', '-', 'approved show_text drop_edit', 'draft show_text', '-'],
      'approved show_text drop_edit',
    ],
    submit: [
      ...[
        'approved note_submission publish',
        '-',
        '-',
        'approved note_submission publish',
        '-',
        '-',
      ],
    ],
  },
  'review on': {
    ...ALWAYS,
    save: [
      ...['draft show_text', '-', 'approved queue_edit', 'draft show_text', '-'],
      'approved queue_edit',
    ],
    submit: ['pending note_submission', '-', '-', 'pending note_submission', '-', '-'],
  },
} satisfies Record<string, Record<Trigger, string[]>>;

const BY_AUTHOR = ['save', 'autosave', 'submit', 'delete'];

describe.each(Object.entries(TABLES))('§3, D19–D22, D24 with %s', (name, table) => {
  const audit = name === 'review on';
  const judge = (trigger: Trigger, actor: 'author' | 'staff') =>
    COLUMNS.map(([status, has_edit]) => {
      const now = { status, has_edit, submitted: true, audit, actor };
      const move = judgeTransition(trigger, now, 'rejected');
      if ('refuse' in move) return move.refuse === 'wrong_state' ? '-' : move.refuse;
      return [move.to, ...move.effects].join(' ');
    });

  test.each(TRIGGERS)('%s follows the table, for the actor who may do it', (trigger) => {
    const byAuthor = BY_AUTHOR.includes(trigger);
    expect(judge(trigger, byAuthor ? 'author' : 'staff')).toEqual(table[trigger]);
    const [otherActor, refusal] = byAuthor
      ? (['staff', 'not_found'] as const)
      : (['author', 'role_required'] as const);
    expect(judge(trigger, otherActor)).toEqual(Array(6).fill(refusal));
  });
});

test('D22 a lock without a stored state returns to draft', () => {
  const now = { has_edit: false, submitted: true, audit: false };
  const locked = { ...now, status: 'locked', actor: 'staff' } as const;
  expect(judgeTransition('unlock', locked, null)).toEqual({
    to: 'draft',
    effects: ['restore_state'],
  });
});

test.each(TRIGGERS)('D51 %s of a draft that was never submitted', (trigger) => {
  const byAuthor = BY_AUTHOR.includes(trigger);
  const move = (submitted: boolean) =>
    judgeTransition(
      trigger,
      {
        ...{ status: 'draft', has_edit: false, audit: true, submitted },
        actor: byAuthor ? 'author' : 'staff',
      },
      null,
    );
  // The staff act on none of it; for its author it makes no difference.
  expect(move(false)).toEqual(byAuthor ? move(true) : { refuse: 'wrong_state' });
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

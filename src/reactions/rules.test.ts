import { expect, test } from 'vitest';
import {
  countChange,
  nextReaction,
  REACTION_BUTTONS,
  REACTION_CHANGES,
  REACTIONS,
  readChange,
} from './rules.ts';

test.each([
  // current, toggled → next (D29)
  ['none', 'like', 'like'],
  ['like', 'like', 'none'],
  ['dislike', 'like', 'like'],
  ['none', 'dislike', 'dislike'],
  ['dislike', 'dislike', 'none'],
  ['like', 'dislike', 'dislike'],
] as const)('D29 %s, toggling %s → %s', (current, button, next) => {
  expect(nextReaction(current, { button, change: 'toggle' })).toBe(next);
});

test.each([
  // The same table as in store.ts.
  ['none', 'like', +1, 0],
  ['none', 'dislike', 0, +1],
  ['like', 'none', -1, 0],
  ['like', 'dislike', -1, +1],
  ['dislike', 'none', 0, -1],
  ['dislike', 'like', +1, -1],
] as const)('D29 %s → %s changes the counters by %i and %i', (from, to, likes, dislikes) => {
  expect(countChange(from, to)).toEqual({ likes, dislikes });
});

test.each(REACTIONS)('%s → %s changes no counter', (same) => {
  expect(countChange(same, same)).toEqual({ likes: 0, dislikes: 0 });
});

test('D8 a requested state is the state afterwards, however often it is requested', () => {
  expect([undefined, true, false].map(readChange)).toEqual(['toggle', 'set', 'unset']);
  for (const current of REACTIONS) {
    expect(nextReaction(current, { button: 'like', change: 'set' })).toBe('like');
    expect(nextReaction(current, { button: 'like', change: 'unset' })).toBe(
      current === 'like' ? 'none' : current,
    );
  }
});

test('§8, D8, D29 two buttons, three states and three changes', () => {
  expect(REACTION_BUTTONS).toEqual(['like', 'dislike']);
  expect(REACTIONS).toEqual(['none', 'like', 'dislike']);
  expect(REACTION_CHANGES).toEqual(['toggle', 'set', 'unset']);
});

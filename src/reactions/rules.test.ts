import { expect, test } from 'vitest';
import {
  nextReaction,
  REACTION_BUTTONS,
  REACTION_CHANGES,
  REACTIONS,
  readChange,
} from './rules.ts';

test.each([
  // held, pressed → next (D29)
  ['none', 'like', 'like'],
  ['like', 'like', 'none'],
  ['dislike', 'like', 'like'],
  ['none', 'dislike', 'dislike'],
  ['dislike', 'dislike', 'none'],
  ['like', 'dislike', 'dislike'],
] as const)('D29 holding %s and pressing %s leaves %s', (held, button, next) => {
  expect(nextReaction(held, button, 'toggle')).toBe(next);
});

test('D8 a wanted state is the state afterwards, however often it is asked for', () => {
  expect([undefined, true, false].map(readChange)).toEqual(['toggle', 'hold', 'release']);
  for (const held of ['none', 'like', 'dislike'] as const) {
    expect(nextReaction(held, 'like', 'hold')).toBe('like');
    expect(nextReaction(held, 'like', 'release')).toBe(held === 'like' ? 'none' : held);
  }
});

test('§8, D8, D29 two buttons, three states and three ways to ask', () => {
  expect(REACTION_BUTTONS).toEqual(['like', 'dislike']);
  expect(REACTIONS).toEqual(['none', 'like', 'dislike']);
  expect(REACTION_CHANGES).toEqual(['toggle', 'hold', 'release']);
});

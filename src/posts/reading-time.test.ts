import { expect, test } from 'vitest';
import { readingMinutes } from './reading-time.ts';

test.each([
  ['', 1],
  ['短', 1],
  ['灯'.repeat(400), 1],
  ['灯'.repeat(2000), 5],
  ['word '.repeat(1000), 5],
  [`${'灯'.repeat(800)} ${'word '.repeat(400)}`, 4],
  ['，。！？…… '.repeat(1000), 1],
])('%.12s… takes %i minutes', (text, minutes) => {
  expect(readingMinutes(text)).toBe(minutes);
});

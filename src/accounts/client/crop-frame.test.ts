import { expect, test } from 'vitest';
import { moveFrame, START, squareOf, ZOOM_MAX } from './crop-frame.ts';

const WIDE = { width: 400, height: 200 };

test('the frame begins as the largest square in the middle', () => {
  expect(squareOf(WIDE, START)).toEqual({ left: 100, top: 0, side: 200 });
});

test.each([
  [{ x: 9 }, { left: 200, top: 0 }],
  [{ x: -9 }, { left: 0, top: 0 }],
  [{ y: 9 }, { left: 100, top: 0 }],
])('moved by %j it never shows an edge', (by, expected) => {
  expect(squareOf(WIDE, moveFrame(WIDE, START, by))).toMatchObject(expected);
});

test('zoomed in it has room to move, and zoomed out again it fits', () => {
  const near = moveFrame(WIDE, moveFrame(WIDE, START, { zoom: 2 }), { x: 9, y: 9 });
  expect(squareOf(WIDE, near)).toEqual({ left: 300, top: 100, side: 100 });
  const far = moveFrame(WIDE, near, { zoom: 0.1 });
  expect(squareOf(WIDE, far)).toEqual({ left: 200, top: 0, side: 200 });
  expect(moveFrame(WIDE, START, { zoom: 99 }).zoom).toBe(ZOOM_MAX);
});

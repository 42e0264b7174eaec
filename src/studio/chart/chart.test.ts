import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawLine } from './draw-line.ts';
import { spreadLabels } from './spread-labels.ts';

describe('the scale of a line', () => {
  const scaleOf = (...values: number[]) => drawLine({ tone: 'likes', label: '', values }).scale;

  test('is in whole numbers and contains every value', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 90 }), (values) => {
        const { top, ticks } = scaleOf(...values);
        expect(top).toBeGreaterThanOrEqual(Math.max(...values));
        expect(ticks.every(Number.isInteger)).toBe(true);
        expect(ticks[0]).toBe(0);
        expect(Math.max(...ticks)).toBeLessThanOrEqual(top);
      }),
    );
  });

  test('does not stretch two likes over the chart', () => {
    expect(scaleOf(0, 2, 0)).toEqual({ top: 4, ticks: [0, 1, 2, 3, 4] });
  });

  test('a line goes a day across and one down for each', () => {
    expect(drawLine({ tone: 'likes', label: '', values: [0, 3, 1] }).path).toBe('M0,0L1,-3L2,-1');
  });
});

describe('labels at the ends of lines', () => {
  const GAP = 18;
  const HEIGHT = 260;

  test('keep their order, their distance and inside the chart', () => {
    const positions = fc.array(fc.integer({ min: 0, max: HEIGHT }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(positions, (targets) => {
        const positions = spreadLabels(targets, GAP, HEIGHT);
        const pairs = targets.map((target, index) => [target, positions[index] ?? 0] as const);
        const sorted = pairs.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
        for (const [index, [, position]] of sorted.entries()) {
          expect(position).toBeGreaterThanOrEqual(0);
          expect(position).toBeLessThanOrEqual(HEIGHT);
          const before = sorted[index - 1];
          if (before) expect(position - before[1]).toBeGreaterThanOrEqual(GAP - 0.001);
        }
      }),
    );
  });

  test('stay where they are if there is room', () => {
    expect(spreadLabels([200, 40, 100], GAP, HEIGHT)).toEqual([200, 40, 100]);
  });
});

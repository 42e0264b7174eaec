import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawLine } from './draw-line.ts';
import { heightOf, nameAt, nameEvents, panelAt } from './panels.ts';

describe('the scale of a line', () => {
  const topOf = (...values: number[]) => drawLine({ tone: 'likes', label: '', values }).top;

  test('ends at a whole number and contains every value', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(100_000), { minLength: 1, maxLength: 90 }), (values) => {
        const top = topOf(...values);
        expect(top).toBeGreaterThanOrEqual(Math.max(...values));
        expect(Number.isInteger(top)).toBe(true);
      }),
    );
  });

  test('does not stretch two likes over a panel', () => {
    expect(topOf(0, 2, 0)).toBeGreaterThanOrEqual(4);
  });

  test('a line goes a day across and one down for each', () => {
    expect(drawLine({ tone: 'likes', label: '', values: [0, 3, 1] }).path).toBe('M0,0L1,-3L2,-1');
  });
});

describe('the panels of a chart', () => {
  test('lie below each other without touching, inside the chart', () => {
    for (const index of [0, 1, 2]) {
      expect(panelAt(index + 1).top).toBeGreaterThan(panelAt(index).base);
    }
    expect(heightOf(4)).toBeGreaterThan(panelAt(3).base);
  });

  test('have their name inside, wherever the line ends', () => {
    const panel = panelAt(1);
    for (const value of [0, 3, 7]) {
      const at = nameAt(panel, value, 7);
      expect(at).toBeGreaterThan(panel.top);
      expect(at).toBeLessThan(panel.base);
    }
  });

  test('name an event only where there is room', () => {
    expect(nameEvents([0, 1, 2, 10, 19, 29], 29)).toEqual([
      { day: 0, side: 'start' },
      { day: 10, side: 'start' },
      { day: 19, side: 'start' },
    ]);
    expect(nameEvents([29], 29)).toEqual([{ day: 29, side: 'end' }]);
    expect(nameEvents([], 29)).toEqual([]);
  });
});

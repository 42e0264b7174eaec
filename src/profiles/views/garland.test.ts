import { expect, test } from 'vitest';
import { GARLAND, type GarlandDay, hangBulbs, isLit } from './garland.ts';

function daysUntil(last: string, count: number): GarlandDay[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(end - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    energy: 0,
    posts: 0,
  }));
}

test.each(['2026-03-31', '2026-05-01', '2028-02-29', '2026-11-30'])(
  'ninety days up to %s: one bulb for each, months side by side over the whole width',
  (last) => {
    const { spans, bulbs } = hangBulbs(daysUntil(last, 90));
    expect(bulbs).toHaveLength(90);
    expect(spans[0]?.from).toBe(0);
    expect(spans.at(-1)?.to).toBe(GARLAND.width);
    for (const [index, span] of spans.entries())
      if (index > 0) expect(span.from).toBe(spans[index - 1]?.to);
    expect(spans.map(({ month }) => month)).toEqual([...new Set(spans.map(({ month }) => month))]);
    for (const { x, y } of bulbs) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(GARLAND.width);
      expect(y).toBeGreaterThanOrEqual(GARLAND.top);
      expect(y).toBeLessThan(GARLAND.height - 60);
    }
  },
);

test('energy makes a bulb glow by the steps of every lamp, a published post makes it large', () => {
  const days = daysUntil('2026-11-15', 4);
  Object.assign(days[1] ?? {}, { energy: 9 });
  Object.assign(days[2] ?? {}, { posts: 2 });
  const { bulbs } = hangBulbs(days);
  expect(bulbs.map(({ glow }) => glow)).toEqual([0, 3, 0, 0]);
  expect(bulbs.map(({ post }) => post)).toEqual([false, false, true, false]);
  expect(days.map(isLit)).toEqual([false, true, true, false]);
});

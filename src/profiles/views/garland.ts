import { glowOf } from '../../ui/glow.ts';

/** What an author's posts received on a day, and how many were published. */
export type GarlandDay = { day: string; energy: number; posts: number };

/** In the units of the drawing. */
export const GARLAND = { width: 1072, height: 208, top: 64 };
/** How far the wire of a month hangs down, twice. */
const SAG = 92;
const DAYS_OF_MONTH = 30;

export type Bulb = { x: number; y: number; post: boolean; glow: number };
/** A month's part of the wire, from pole to pole. */
export type MonthSpan = { month: string; from: number; to: number; sag: number };

/** A day is lit if its posts received energy or one was published. */
export function isLit({ energy, posts }: GarlandDay): boolean {
  return energy > 0 || posts > 0;
}

/** Where the poles stand and every day's bulb hangs: the days side by side, the wire sagging between months. */
export function hangBulbs(days: readonly GarlandDay[]): { spans: MonthSpan[]; bulbs: Bulb[] } {
  const step = GARLAND.width / days.length;
  const spans: MonthSpan[] = [];
  for (const [index, { day }] of days.entries()) {
    const month = day.slice(0, 7);
    const last = spans.at(-1);
    if (last?.month === month) last.to = round((index + 1) * step);
    else spans.push({ month, from: round(index * step), to: round((index + 1) * step), sag: 0 });
  }
  for (const span of spans) {
    const length = Math.round((span.to - span.from) / step);
    span.sag = round(SAG * Math.min(1, length / DAYS_OF_MONTH));
  }
  const bulbs = days.map((one, index) => {
    const x = round((index + 0.5) * step);
    const span = spans.find(({ to }) => x < to) ?? { from: 0, to: GARLAND.width, sag: 0 };
    const part = (x - span.from) / (span.to - span.from);
    const y = round(GARLAND.top + 2 * part * (1 - part) * span.sag);
    return { x, y, post: one.posts > 0, glow: glowOf(one.energy) };
  });
  return { spans, bulbs };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

import type { Random } from '../random.ts';

export const WIDTH = 960;
export const HEIGHT = 540;

/** The colours and the random numbers of one picture. */
export type Palette = {
  random: Random;
  /** A colour whose hue is `turn` degrees from the picture's. */
  tone(turn: number, saturation: number, lightness: number): string;
};

export function createPalette(hue: number, random: Random): Palette {
  return {
    random,
    tone: (turn, saturation, lightness) =>
      `hsl(${Math.round((((hue + turn) % 360) + 360) % 360)},${saturation}%,${lightness}%)`,
  };
}

/** A background gradient from top to bottom. */
export function sky(...colours: string[]): string {
  const stops = colours.map(
    (colour, index) =>
      `<stop offset="${index / Math.max(1, colours.length - 1)}" stop-color="${colour}"/>`,
  );
  return `<defs><linearGradient id="sky" x2="0" y2="1">${stops.join('')}</linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`;
}

export function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" opacity="${opacity}"/>`;
}

/** A light with a soft edge. */
export function glow(x: number, y: number, radius: number, fill: string): string {
  return [1, 0.78, 0.58, 0.4].map((part) => disc(x, y, radius * part, fill, 0.16)).join('');
}

export function box(
  [x, y, width, height]: [number, number, number, number],
  fill: string,
  rest = '',
): string {
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${rest}/>`;
}

export function stroke(path: string, colour: string, width: number, rest = ''): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${rest}/>`;
}

/** Hills across the whole width, filled down to the bottom edge. */
export function ridge(random: Random, height: number, swing: number, fill: string): string {
  const steps = 6;
  const points = Array.from({ length: steps + 1 }, (_, index) => ({
    x: (WIDTH / steps) * index,
    y: height + random.between(-swing, swing),
  }));
  const [first, ...others] = points;
  let path = `M0 ${HEIGHT} L0 ${round(first?.y ?? height)}`;
  let before = first ?? { x: 0, y: height };
  for (const point of others) {
    const middle = (before.x + point.x) / 2;
    path += ` C${round(middle)} ${round(before.y)} ${round(middle)} ${round(point.y)} ${round(point.x)} ${round(point.y)}`;
    before = point;
  }
  return `<path d="${path} L${WIDTH} ${HEIGHT}Z" fill="${fill}"/>`;
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}

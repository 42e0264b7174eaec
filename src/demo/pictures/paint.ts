import type { Chance } from '../chance.ts';

export const WIDTH = 960;
export const HEIGHT = 540;

/** How one picture is painted: its own hue, and chance that is its own too. */
export type Paint = {
  chance: Chance;
  /** A colour so far from the picture's hue. */
  tone(turn: number, saturation: number, lightness: number): string;
};

export function paintOf(hue: number, chance: Chance): Paint {
  return {
    chance,
    tone: (turn, saturation, lightness) =>
      `hsl(${Math.round((((hue + turn) % 360) + 360) % 360)},${saturation}%,${lightness}%)`,
  };
}

/** From top to bottom, through the colours given, as a background. */
export function sky(...colours: string[]): string {
  const stops = colours.map(
    (colour, index) =>
      `<stop offset="${index / Math.max(1, colours.length - 1)}" stop-color="${colour}"/>`,
  );
  return `<defs><linearGradient id="sky" x2="0" y2="1">${stops.join('')}</linearGradient></defs>
<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`;
}

export function disc(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="${at(radius)}" fill="${fill}" opacity="${opacity}"/>`;
}

/** A light with a soft edge: rings that fade. */
export function glow(x: number, y: number, radius: number, fill: string): string {
  return [1, 0.78, 0.58, 0.4].map((part) => disc(x, y, radius * part, fill, 0.16)).join('');
}

export function box(
  [x, y, width, height]: [number, number, number, number],
  fill: string,
  rest = '',
): string {
  return `<rect x="${at(x)}" y="${at(y)}" width="${at(width)}" height="${at(height)}" fill="${fill}" ${rest}/>`;
}

export function stroke(path: string, colour: string, width: number, rest = ''): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${rest}/>`;
}

/** Land from the left edge to the right and down to the bottom, rolling around a height. */
export function ridge(chance: Chance, height: number, swing: number, fill: string): string {
  const steps = 6;
  const points = Array.from({ length: steps + 1 }, (_, index) => ({
    x: (WIDTH / steps) * index,
    y: height + chance.between(-swing, swing),
  }));
  const [first, ...others] = points;
  let path = `M0 ${HEIGHT} L0 ${at(first?.y ?? height)}`;
  let before = first ?? { x: 0, y: height };
  for (const point of others) {
    const middle = (before.x + point.x) / 2;
    path += ` C${at(middle)} ${at(before.y)} ${at(middle)} ${at(point.y)} ${at(point.x)} ${at(point.y)}`;
    before = point;
  }
  return `<path d="${path} L${WIDTH} ${HEIGHT}Z" fill="${fill}"/>`;
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

export function at(value: number): number {
  return Math.round(value * 10) / 10;
}

import { createRandom } from '../random.ts';
import { toJpeg } from './draw.ts';
import { createPalette, disc, type Palette, repeat, round, stroke } from './svg.ts';

const SIDE = 256;
const MOTIFS = [lamp, moon, leaf, mountain, waves, cat];

export function drawAvatar(key: string): Promise<Buffer> {
  const random = createRandom(`avatar/${key}`);
  const palette = createPalette(random.between(0, 360), random);
  const ground = `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${palette.tone(0, 62, 74)}"/><stop offset="1" stop-color="${palette.tone(40, 58, 56)}"/></linearGradient></defs><rect width="${SIDE}" height="${SIDE}" fill="url(#g)"/>`;
  return toJpeg(ground + random.pick(MOTIFS)(palette), SIDE, SIDE);
}

function lamp({ tone }: Palette): string {
  return [
    disc(128, 120, 86, tone(30, 90, 86), 0.5),
    `<path d="M84 84 h88 l18 74 h-124z" fill="${tone(20, 40, 24)}"/>`,
    disc(128, 160, 26, tone(36, 96, 82)),
    `<path d="M112 190 h32 l8 22 h-48z" fill="${tone(20, 40, 24)}"/>`,
  ].join('');
}

function moon({ tone, random }: Palette): string {
  return [
    disc(128, 128, 78, tone(40, 80, 92)),
    disc(128 + random.between(24, 40), 112, 66, tone(20, 60, 64)),
    repeat(7, () => disc(random.between(24, 232), random.between(24, 232), 4, tone(40, 80, 94))),
  ].join('');
}

function leaf({ tone, random }: Palette): string {
  const turn = round(random.between(-30, 30));
  return `<g transform="rotate(${turn} 128 128)"><path d="M128 34 C214 84 206 178 128 222 C50 178 42 84 128 34z" fill="${tone(90, 44, 36)}"/>${stroke('M128 62 L128 222 M128 110 l36 -22 M128 110 l-36 -22 M128 150 l40 -24 M128 150 l-40 -24', tone(80, 50, 74), 6)}</g>`;
}

function mountain({ tone }: Palette): string {
  return [
    disc(180, 78, 30, tone(50, 90, 88)),
    `<path d="M-10 226 L92 88 L150 170 L180 132 L266 226 V266 H-10z" fill="${tone(10, 40, 34)}"/>`,
    `<path d="M92 88 L122 130 L100 142 L84 126 L66 124z" fill="${tone(0, 20, 94)}"/>`,
  ].join('');
}

function waves({ tone, random }: Palette): string {
  const shift = random.between(-14, 14);
  return repeat(5, (index) => {
    const y = 70 + index * 38;
    const path = `M-20 ${y} q40 ${round(-30 + shift)} 74 0 t74 0 t74 0 t74 0`;
    return stroke(path, index % 2 ? tone(0, 70, 92) : tone(10, 48, 32), 14);
  });
}

function cat({ tone }: Palette): string {
  return [
    `<path d="M58 118 L66 44 L112 82 H144 L190 44 L198 118z" fill="${tone(10, 34, 26)}"/>`,
    disc(128, 146, 76, tone(10, 34, 26)),
    disc(98, 138, 15, tone(50, 90, 78)) + disc(158, 138, 15, tone(50, 90, 78)),
    disc(98, 138, 6, tone(0, 30, 10)) + disc(158, 138, 6, tone(0, 30, 10)),
    stroke('M128 166 l0 8 M128 174 q-14 16 -28 4 M128 174 q14 16 28 4', tone(30, 50, 82), 5),
  ].join('');
}

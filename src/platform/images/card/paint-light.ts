import { CARD_HEIGHT, CARD_WIDTH } from './card.ts';

type Color = readonly [red: number, green: number, blue: number];

/** `--dusk` of the style sheet: stops of a gradient that runs at 168 degrees. */
const DUSK: readonly { at: number; color: Color }[] = [
  { at: 0, color: [13, 35, 38] },
  { at: 0.46, color: [20, 48, 50] },
  { at: 1, color: [33, 66, 63] },
];
const DUSK_ANGLE = (168 * Math.PI) / 180;
/** Over a cover: how much of it the dusk hides, from left to right, so that the text stays readable. */
const SHADE: Color = [9, 26, 29];
const SHADE_STOPS = [
  { at: 0, alpha: 0.92 },
  { at: 0.55, alpha: 0.7 },
  { at: 1, alpha: 0.45 },
] as const;

const LAMP = { x: 118, y: 170, radius: 20 };
const WIRE = { left: 117, right: 119, end: 150 };
const WIRE_COLOR: Color = [92, 128, 122];
const LAMP_FILL: Color = [249, 184, 76];
const LAMP_EDGE: Color = [255, 211, 135];
const HALO: Color = [255, 190, 92];
/** Per step of brightness. */
const HALO_REACH = [0, 300, 380, 460, 540, 620, 700];
const HALO_STRENGTH = [0, 0.26, 0.32, 0.38, 0.44, 0.5, 0.56];

/**
 * The pixels behind the text: dusk or a shaded cover, and the lamp on its wire with the light of its energy. Painted
 * here and not as SVG, whose decoder the image process blocks. `cover` has three bytes a pixel and is painted over.
 */
export function paintLight(glow: number, cover: Buffer | undefined): Buffer {
  const pixels = cover ?? Buffer.allocUnsafe(CARD_WIDTH * CARD_HEIGHT * 3);
  const [dx, dy] = [Math.sin(DUSK_ANGLE), -Math.cos(DUSK_ANGLE)];
  const length = Math.abs(CARD_WIDTH * dx) + Math.abs(CARD_HEIGHT * dy);
  const shades = Array.from({ length: CARD_WIDTH }, (_, x) => shadeAt(x / CARD_WIDTH));
  const reach = HALO_REACH[glow] ?? 0;
  const strength = HALO_STRENGTH[glow] ?? 0;
  const color: [number, number, number] = [0, 0, 0];
  for (let y = 0, at = 0; y < CARD_HEIGHT; y++) {
    for (let x = 0; x < CARD_WIDTH; x++, at += 3) {
      if (cover) {
        color[0] = cover[at] ?? 0;
        color[1] = cover[at + 1] ?? 0;
        color[2] = cover[at + 2] ?? 0;
        blend(color, SHADE, shades[x] ?? 0);
      } else {
        const along = ((x - CARD_WIDTH / 2) * dx + (y - CARD_HEIGHT / 2) * dy) / length + 0.5;
        blend(color, dusk[Math.round(along * DUSK_STEPS)] ?? SHADE, 1);
      }
      const distance = Math.sqrt((x - LAMP.x) ** 2 + (y - LAMP.y) ** 2);
      if (distance < reach) blend(color, HALO, strength * (1 - distance / reach) ** 2);
      if (y < WIRE.end && x >= WIRE.left && x < WIRE.right) blend(color, WIRE_COLOR, 1);
      if (distance < LAMP.radius + 2) paintLamp(color, distance, glow > 0);
      // Noise of less than one step, or the gradient would show bands.
      const noise = ditherAt(x, y);
      pixels[at] = color[0] + noise;
      pixels[at + 1] = color[1] + noise;
      pixels[at + 2] = color[2] + noise;
    }
  }
  return pixels;
}

/** An unlit lamp is hollow. */
function paintLamp(color: [number, number, number], distance: number, isLit: boolean): void {
  const inside = (radius: number) => Math.min(1, Math.max(0, radius - distance + 0.5));
  blend(color, isLit ? LAMP_EDGE : WIRE_COLOR, inside(LAMP.radius + 1));
  blend(color, isLit ? LAMP_FILL : SHADE, inside(LAMP.radius - 1));
}

/** The gradient in enough steps that no two differ by more than a fraction of a color. */
const DUSK_STEPS = 1024;
const dusk = Array.from({ length: DUSK_STEPS + 1 }, (_, step): Color => {
  const at = step / DUSK_STEPS;
  const end = Math.max(
    1,
    DUSK.findIndex((stop) => stop.at >= at),
  );
  const [lower, upper] = [DUSK[end - 1], DUSK[end]];
  if (!lower || !upper) throw new Error('the gradient has no end');
  const part = (at - lower.at) / (upper.at - lower.at);
  const channel = (index: 0 | 1 | 2) => mix(lower.color[index], upper.color[index], part);
  return [channel(0), channel(1), channel(2)];
});

function shadeAt(at: number): number {
  const [first, middle, last] = SHADE_STOPS;
  return at < middle.at
    ? mix(first.alpha, middle.alpha, at / middle.at)
    : mix(middle.alpha, last.alpha, (at - middle.at) / (last.at - middle.at));
}

function blend(under: [number, number, number], over: Color, alpha: number): void {
  under[0] = mix(under[0], over[0], alpha);
  under[1] = mix(under[1], over[1], alpha);
  under[2] = mix(under[2], over[2], alpha);
}

function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part;
}

/** Interleaved gradient noise, 0 to 1: the same picture for the same card. */
function ditherAt(x: number, y: number): number {
  return (52.9829189 * ((0.06711056 * x + 0.00583715 * y) % 1)) % 1;
}

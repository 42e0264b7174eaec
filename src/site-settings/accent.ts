import { clampChroma, formatHex, oklch, parse, wcagContrast } from 'culori';
import type { Accent, ThemeAccent } from '../platform/site.ts';

/** WCAG 2.2 AA for text: links have this color. */
export const CONTRAST_MIN = 4.5;
const STEP = 0.005;

type Theme = {
  /** What text stands on, by day and in the evening: `--bg`, `--surface` and `--surface-2` of `tokens.css`. */
  surfaces: readonly string[];
  /** Towards more contrast. */
  direction: 1 | -1;
  /** Where it starts: a dark page needs a light color. */
  lightness: (given: number) => number;
  hover: number;
  soft: { l: number; c: number };
  on: { l: number; c: number };
};

const LIGHT: Theme = {
  surfaces: ['#f7f5ef', '#fffefa', '#efece2', '#f6f1e4', '#fffbf1', '#eee6d4'],
  direction: -1,
  lightness: (given) => given,
  hover: -0.07,
  soft: { l: 0.92, c: 0.025 },
  on: { l: 1, c: 0 },
};
const DARK: Theme = {
  surfaces: ['#0f1413', '#171d1b', '#202826', '#11140f', '#191d17', '#22281f'],
  direction: 1,
  lightness: (given) => Math.max(given, 0.74),
  hover: 0.06,
  soft: { l: 0.29, c: 0.04 },
  on: { l: 0.2, c: 0.03 },
};

/**
 * The owner's color in both themes: the same hue, darker by day and lighter at night until text in it, and text on it,
 * can be read. Undefined if the text is no color.
 */
export function deriveAccent(color: string): Accent | undefined {
  const given = oklch(parse(color));
  if (!given) return undefined;
  const shade = { l: given.l, c: given.c, h: given.h ?? 0 };
  return { light: deriveTheme(LIGHT, shade), dark: deriveTheme(DARK, shade) };
}

type Shade = { l: number; c: number; h: number };

function deriveTheme(theme: Theme, { l: given, c, h }: Shade): ThemeAccent {
  const soft = toHex({ l: theme.soft.l, c: Math.min(c, theme.soft.c), h });
  const on = toHex({ l: theme.on.l, c: Math.min(c, theme.on.c), h });
  const against = [...theme.surfaces, soft, on];
  let l = Math.min(1, theme.lightness(given));
  let accent = toHex({ l, c, h });
  while (l >= 0 && l <= 1 && against.some((one) => wcagContrast(accent, one) < CONTRAST_MIN)) {
    l += theme.direction * STEP;
    accent = toHex({ l, c, h });
  }
  return { accent, hover: toHex({ l: Math.min(1, Math.max(0, l + theme.hover)), c, h }), soft, on };
}

/** The nearest color of that hue and lightness that a screen can show. */
function toHex(shade: Shade): string {
  return formatHex(clampChroma({ mode: 'oklch', ...shade }, 'oklch'));
}

/** Overrides the tokens of the same names; a page loads it only if the owner has chosen a color. */
export function accentCss({ light, dark }: Accent): string {
  const both = (name: keyof ThemeAccent) => `light-dark(${light[name]},${dark[name]})`;
  return `@layer tokens{:root{--accent:${both('accent')};--accent-hover:${both('hover')};--accent-soft:${both('soft')};--on-accent:${both('on')}}}\n`;
}

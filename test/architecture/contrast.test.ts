import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BRIGHTEST } from '../../src/ui/glow.ts';

/**
 * Text inside the light of the brightest lamp stays readable (WCAG AA, 4.5). Colors come from the style sheets, so a
 * change of a token or of the lamp that takes too much contrast fails here.
 */
const read = (name: string) =>
  readFileSync(new URL(`../../src/ui/css/${name}.css`, import.meta.url), 'utf8');
const tokens = read('tokens');
const lamp = read('lamp');

const AA = 4.5;
const TEXTS = ['--text', '--text-2', '--text-3', '--energy', '--accent'];
const THEMES = ['light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

type Color = { rgb: [number, number, number]; alpha: number };

/** The declarations of one rule. */
function ruleOf(sheet: string, selector: string): Map<string, string> {
  const start = sheet.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`no rule ${selector}`);
  const body = sheet.slice(sheet.indexOf('{', start) + 1, sheet.indexOf('}', start));
  const declarations = body.matchAll(/(--[\w-]+):\s*([^;]+);/g);
  return new Map([...declarations].map(([, name = '', value = '']) => [name, value]));
}

const DAY = ruleOf(tokens, ':root');
const EVENING = new Map([...DAY, ...ruleOf(tokens, ':root[data-hour="evening"]')]);

function colorOf(hour: Map<string, string>, name: string, theme: Theme): Color {
  const value = hour.get(name) ?? '';
  const pair = /^light-dark\((.+?),\s*((?:#|rgb).+)\)$/.exec(value);
  return parseColor((pair ? pair[theme === 'light' ? 1 : 2] : value) ?? '');
}

function parseColor(text: string): Color {
  const hex = /^#(\w\w)(\w\w)(\w\w)$/.exec(text);
  if (hex) {
    const [red = 0, green = 0, blue = 0] = hex.slice(1).map((part) => Number.parseInt(part, 16));
    return { rgb: [red, green, blue], alpha: 1 };
  }
  const rgb = /^rgb\((\d+) (\d+) (\d+)(?: \/ ([\d.]+))?\)$/.exec(text);
  if (!rgb) throw new Error(`not a color that this test knows: ${text}`);
  return { rgb: [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])], alpha: Number(rgb[4] ?? 1) };
}

const warmthOf = (glow: number) =>
  Number.parseFloat(ruleOf(lamp, `.glow-${glow}`).get('--warmth') ?? '');

/** Paper in the center of the brightest lamp's light, where it is strongest. */
function lit(paper: Color, halo: Color): Color['rgb'] {
  const alpha = halo.alpha * (warmthOf(BRIGHTEST) / 100);
  const mix = (top: number, below: number) => top * alpha + below * (1 - alpha);
  const [red, green, blue] = paper.rgb;
  return [mix(halo.rgb[0], red), mix(halo.rgb[1], green), mix(halo.rgb[2], blue)];
}

/** WCAG 2.2, relative luminance. */
function luminance(rgb: Color['rgb']): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Color['rgb'], other: Color['rgb']): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

describe.each([
  ['by day', DAY],
  ['in the evening', EVENING],
] as const)('%s', (_, hour) => {
  const each = THEMES.flatMap((theme) => TEXTS.map((text) => [theme, text] as const));

  test.each(each)('%s: %s is readable in the light of the brightest lamp', (theme, text) => {
    const paper = lit(colorOf(hour, '--bg', theme), colorOf(hour, '--halo', theme));
    expect(contrast(colorOf(hour, text, theme).rgb, paper)).toBeGreaterThanOrEqual(AA);
  });

  test.each(each)('%s: %s is readable on every kind of paper', (theme, text) => {
    const color = colorOf(hour, text, theme).rgb;
    for (const paper of ['--bg', '--surface', '--surface-2']) {
      const ratio = contrast(color, colorOf(hour, paper, theme).rgb);
      expect([paper, ratio >= AA, ratio]).toEqual([paper, true, ratio]);
    }
  });
});

describe('on the evening panel', () => {
  const panel = [...(DAY.get('--dusk') ?? '').matchAll(/#\w{6}/g)].map(([color]) => color);
  const halo = colorOf(ruleOf(read('surfaces'), '.dusk'), '--halo', 'light');

  test.each(['--on-dusk', '--on-dusk-2', '--dusk-lamp'])(
    '%s is readable in the light of the brightest lamp',
    (text) => {
      expect(panel).toHaveLength(3);
      for (const part of panel) {
        const ratio = contrast(colorOf(DAY, text, 'light').rgb, lit(parseColor(part), halo));
        expect([part, ratio >= AA, ratio]).toEqual([part, true, ratio]);
      }
    },
  );
});

test('the strength of a light is its --warmth, and the brightest lamp has the strongest', () => {
  expect(lamp).toContain('color-mix(in srgb, var(--halo) var(--warmth), transparent)');
  const warmth = Array.from({ length: BRIGHTEST + 1 }, (_, glow) => warmthOf(glow));
  expect(warmth).toEqual(warmth.toSorted((a, b) => a - b));
});

test('the test itself: black on white is 21, and a known pair is what others compute', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

import { wcagContrast } from 'culori';
import { expect, test } from 'vitest';
import { accentCss, CONTRAST_MIN, deriveAccent } from './accent.ts';
import {
  isSiteSetting,
  isSiteSwitch,
  readFooterLinks,
  readSetting,
  SITE_SETTING_KEYS,
  SITE_SETTINGS,
  SITE_SWITCH_KEYS,
} from './rules.ts';

test('§2, D49, D63, D64 every switch is off by default', () => {
  expect(SITE_SWITCH_KEYS).toEqual([
    'audit.enabled',
    'posts.verified_address_required',
    'posts.reads_shown',
    'transparency.shown',
    'staff.second_factor_required',
  ]);
  for (const key of SITE_SWITCH_KEYS)
    expect(SITE_SETTINGS[key]).toMatchObject({ type: 'boolean', default: false });
});

test('an unknown key is no setting, nor is a property of every object', () => {
  expect(isSiteSetting('audit.enabled')).toBe(true);
  expect(isSiteSwitch('site.name')).toBe(false);
  for (const key of ['audit', 'toString', '__proto__', '']) expect(isSiteSetting(key)).toBe(false);
  expect(SITE_SETTING_KEYS).toContain('site.name');
});

test('what the schema does not allow counts as not set', () => {
  expect(readSetting('posts.publish_level', '3')).toBe(3);
  for (const stored of ['7', '-1', '1.5', 'x', ''])
    expect(readSetting('posts.publish_level', stored)).toBe(1);
  expect(readSetting('site.language', 'fr')).toBe('zh-CN');
  expect(readSetting('site.name', undefined)).toBe('');
});

test.each(['#0b6b63', '#ffd400', '#ff0000', '#000000', '#ffffff', '#777777', '#c2185b'])(
  '%s and text on it can be read in both themes',
  (color) => {
    const accent = deriveAccent(color);
    if (!accent) throw new Error('no color');
    for (const paper of ['#f7f5ef', '#eee6d4', accent.light.soft, accent.light.on])
      expect(wcagContrast(accent.light.accent, paper)).toBeGreaterThanOrEqual(CONTRAST_MIN);
    for (const paper of ['#0f1413', '#22281f', accent.dark.soft, accent.dark.on])
      expect(wcagContrast(accent.dark.accent, paper)).toBeGreaterThanOrEqual(CONTRAST_MIN);
    expect(accentCss(accent)).toMatch(
      /^@layer tokens\{:root\{(--[a-z-]+:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);?){4}\}\}\n$/,
    );
  },
);

test('a color that can be read stays as it is, and what is no color has no shades', () => {
  expect(deriveAccent('#0b6b63')?.light.accent).toBe('#0b6b63');
  expect(deriveAccent('teal-ish')).toBeUndefined();
});

test('a footer link is a text and an address of this site or of the web', () => {
  expect(readFooterLinks('About us /about\n\nMail mailto:a@b.example')).toEqual([
    { label: 'About us', href: '/about' },
    { label: 'Mail', href: 'mailto:a@b.example' },
  ]);
  for (const line of ['About', 'x javascript:alert(1)', 'x //evil.example', 'x /\\evil'])
    expect(readFooterLinks(line)).toBeUndefined();
  expect(readFooterLinks('x /\n'.repeat(11))).toBeUndefined();
});

import { expect, test } from 'vitest';
import { isSiteSetting, SITE_SETTING_KEYS, SITE_SETTINGS } from './rules.ts';

test('§2, D49, D63, D64 every setting is a switch, and off by default', () => {
  expect(SITE_SETTING_KEYS).toEqual([
    'audit.enabled',
    'posts.verified_address_required',
    'posts.reads_shown',
    'staff.second_factor_required',
  ]);
  for (const key of SITE_SETTING_KEYS)
    expect(SITE_SETTINGS[key]).toMatchObject({ type: 'boolean', default: false });
});

test('an unknown key is no setting, nor is a property of every object', () => {
  expect(isSiteSetting('audit.enabled')).toBe(true);
  for (const key of ['audit', 'toString', '__proto__', '']) expect(isSiteSetting(key)).toBe(false);
});

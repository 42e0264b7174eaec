import { expect, test } from 'vitest';
import { isSiteSetting, SITE_SETTING_KEYS, SITE_SETTINGS } from './rules.ts';

test('§2, D49 the review switch is the only setting, and off by default', () => {
  expect(SITE_SETTING_KEYS).toEqual(['audit.enabled']);
  expect(SITE_SETTINGS['audit.enabled']).toMatchObject({ type: 'boolean', default: false });
});

test('an unknown key is no setting, nor is a property of every object', () => {
  expect(isSiteSetting('audit.enabled')).toBe(true);
  for (const key of ['audit', 'toString', '__proto__', '']) expect(isSiteSetting(key)).toBe(false);
});

import { expect, test } from 'vitest';
import { isSiteSetting, SITE_SETTING_KEYS, SITE_SETTINGS } from './rules.ts';

test('§2, D49 the review switch is the one setting there is, and off until the owner decides', () => {
  expect(SITE_SETTING_KEYS).toEqual(['audit.enabled']);
  expect(SITE_SETTINGS['audit.enabled']).toMatchObject({ type: 'boolean', default: false });
});

test('a key that is not in the list is no setting, nor is one that every object has', () => {
  expect(isSiteSetting('audit.enabled')).toBe(true);
  for (const key of ['audit', 'toString', '__proto__', '']) expect(isSiteSetting(key)).toBe(false);
});

/** The type of a setting (SPEC §2 has only switches), its default, and the message that describes it. */
type Setting = { type: 'boolean'; default: boolean; description: `setup.${string}` };

/** All settings, with the value of a fresh install. No other key can be stored. */
export const SITE_SETTINGS = {
  /** SPEC §2: the review switch. D49: off until the owner decides. */
  'audit.enabled': { type: 'boolean', default: false, description: 'setup.audit' },
} as const satisfies Record<string, Setting>;

export type SiteSetting = keyof typeof SITE_SETTINGS;

export const SITE_SETTING_KEYS = Object.keys(SITE_SETTINGS) as SiteSetting[];

export function isSiteSetting(key: string): key is SiteSetting {
  return Object.hasOwn(SITE_SETTINGS, key);
}

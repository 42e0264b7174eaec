/** Every switch the owner can set, with the value of a fresh install. */
export const SITE_SETTINGS = {
  /** SPEC §2: the review switch. D49: off until the owner decides. */
  'audit.enabled': false,
} as const satisfies Record<string, boolean>;

export type SiteSetting = keyof typeof SITE_SETTINGS;

import { type Static, type TSchema, Type } from 'typebox';
import { Closed, DateTime, Named, Nullable } from '../../platform/http/validation.ts';
import type { SiteTexts } from '../../site-settings/actions.ts';
import { SITE_SETTING_KEYS, SITE_SETTINGS, SITE_TEXT_KEYS } from '../../site-settings/rules.ts';
import { UserCard } from '../../users/schema.ts';

/** Any text: an unknown key is a 404, not a malformed request. */
export const SettingParams = Closed({
  key: Type.String({ maxLength: 64, examples: [...SITE_SETTING_KEYS] }),
});
export const SettingBody = Closed({ value: Type.Boolean() });
export type SettingBody = Static<typeof SettingBody>;

/** D22: the review switch does not affect items that already wait, so the owner sees how many there are. */
const Consequences = Type.Object({
  pending_posts: Type.Integer({ description: 'Posts and edits in the queue, counted up to 100.' }),
  pending_profiles: Type.Integer({ description: 'Profile changes in the queue, up to 100.' }),
});

const Shades = Type.Object({
  light: Type.String({ examples: ['#0b6b63'] }),
  dark: Type.String({ examples: ['#6bbcb2'] }),
});
const SettingValue = Type.Union([Type.Boolean(), Type.Integer(), Type.String()]);

export const StaffSetting = Named('StaffSetting', {
  key: Type.Enum([...SITE_SETTING_KEYS]),
  description: Type.String({ description: "In the caller's language." }),
  value: SettingValue,
  default: Type.Union([Type.Boolean(), Type.Integer(), Type.String()], {
    description: 'The value of a fresh install.',
  }),
  updated_at: Nullable(DateTime),
  updated_by: Nullable(UserCard),
  consequences: Type.Optional(Consequences),
  shown: Type.Optional(
    Type.Object(Shades.properties, {
      description: 'Of `site.accent`: the shades in which it can be read in each theme.',
    }),
  ),
});
export type StaffSetting = Static<typeof StaffSetting>;
export const StaffSettings = Type.Object({ items: Type.Array(StaffSetting) });

/** Those that are named; each by the schema of `SITE_SETTINGS`, but for what only people read. */
export const SiteChange = Closed(
  Object.fromEntries(
    SITE_TEXT_KEYS.map((key) => {
      const { description: _, default: __, ...schema } = SITE_SETTINGS[key];
      return [key, Type.Optional(schema as TSchema)];
    }),
  ),
);
export type SiteChange = Partial<SiteTexts>;

export const SiteLogo = Type.Object({
  version: Nullable(Type.String(), {
    description: 'Null: the site has the logo of the product.',
  }),
});

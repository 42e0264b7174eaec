import { type Static, Type } from 'typebox';
import { Closed } from '../../platform/http/validation.ts';
import { CONTACT_MAX, SITE_SETTING_KEYS } from '../../site-settings/rules.ts';
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

export const StaffSetting = Type.Object(
  {
    key: Type.Enum([...SITE_SETTING_KEYS]),
    description: Type.String({ description: "In the caller's language." }),
    value: Type.Boolean(),
    default: Type.Boolean({ description: 'The value of a fresh install.' }),
    updated_at: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    updated_by: Type.Union([UserCard, Type.Null()]),
    consequences: Type.Optional(Consequences),
  },
  { title: 'StaffSetting' },
);
export type StaffSetting = Static<typeof StaffSetting>;
export const StaffSettings = Type.Object({ items: Type.Array(StaffSetting) });

export const SiteContact = Closed({
  contact: Type.String({
    maxLength: CONTACT_MAX,
    pattern: '^[^\\p{Cc}]*$',
    description: 'An e-mail address, a URL or a text for visitors who need help; empty for none.',
    examples: ['help@lamplight.example'],
  }),
});

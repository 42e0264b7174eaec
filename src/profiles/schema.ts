import { type Static, Type } from 'typebox';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { TextLanguage } from '../platform/language/schema.ts';
import { UserCard } from '../users/schema.ts';
import { SIGNATURE_MAX, USERNAME_MAX, USERNAME_MIN } from './rules.ts';

const Text = Nullable(Type.String());
/** White space around a text is trimmed before counting; this bounds what is sent. */
const SENT_TIMES = 2;
const ONE_LINE = '^[^\\u0000-\\u001f\\u007f-\\u009f]*$';

export const Avatar = Named('Avatar', { avatar_url: Type.String() });
export type Avatar = Static<typeof Avatar>;

export const ProfileBody = Closed(
  {
    username: Type.Optional(
      Type.String({
        minLength: USERNAME_MIN,
        maxLength: SENT_TIMES * USERNAME_MAX,
        pattern: ONE_LINE,
        description: `${USERNAME_MIN} to ${USERNAME_MAX} characters without white space or @, not only digits. Names that differ in case or width only are the same name.`,
        examples: ['灯下客'],
      }),
    ),
    signature: Type.Optional(
      Type.String({
        maxLength: SENT_TIMES * SIGNATURE_MAX,
        pattern: ONE_LINE,
        description: `At most ${SIGNATURE_MAX} characters; empty for none.`,
        examples: ['一灯如豆'],
      }),
    ),
  },
  { minProperties: 1 },
);
export type ProfileBody = Static<typeof ProfileBody>;

const PendingChange = Named('PendingChange', {
  id: Id,
  username: Nullable(Type.String(), { description: 'Null: stays as it is.' }),
  signature: Nullable(Type.String(), { description: 'Null: stays as it is.' }),
  escrow: Type.Integer({ description: 'Energy that comes back unless it is accepted.' }),
  created_at: DateTime,
});

/** Others see the accepted values; only the member sees the pending change. */
export const OwnProfile = Named('OwnProfile', {
  ...UserCard.properties,
  signature: Type.String(),
  exp: Type.Integer(),
  pending: Nullable(PendingChange, {
    description: 'The change that waits for review.',
  }),
  next_rename_cost: Type.Integer({ description: 'In energy; the first name is free.' }),
});
export type OwnProfile = Static<typeof OwnProfile>;

export const PublicProfile = Named('PublicProfile', {
  ...UserCard.properties,
  signature: Type.String(),
  signature_lang: TextLanguage,
  follower_count: Type.Integer(),
  following_count: Type.Integer(),
  follows_public: Type.Boolean({ description: 'Whether others see whom they follow.' }),
  created_at: DateTime,
});
export type PublicProfile = Static<typeof PublicProfile>;

const Values = Type.Object({ username: Text, signature: Type.String() });
const RequestedValues = Type.Object({ username: Text, signature: Text });

/** A change in the review queue of the staff. */
export const ProfileChange = Named('ProfileChange', {
  id: Id,
  user: UserCard,
  current: Values,
  requested: RequestedValues,
  escrow: Type.Integer(),
  created_at: DateTime,
});
export type ProfileChange = Static<typeof ProfileChange>;

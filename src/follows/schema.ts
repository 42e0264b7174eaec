import { type Static, Type } from 'typebox';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { UserCard } from '../users/schema.ts';
import { FOLLOW_STATES } from './rules.ts';

export const FollowBody = Nullable(
  Closed({
    following: Type.Optional(
      Type.Boolean({
        description:
          'The target state, so that a retry cannot toggle back; without it the request toggles.',
      }),
    ),
    post_id: Type.Optional(
      Type.Integer({
        ...Id,
        description:
          'The post on whose page the button was. Counted for it as a follower gained while the follow stands; ignored unless it is a public post of that member.',
      }),
    ),
  }),
);

const i_follow = Type.Boolean({ description: 'False for anonymous callers.' });

export const FollowStatus = Named('FollowStatus', {
  i_follow,
  follows_me: Type.Boolean({
    description: 'Whether they follow the caller; then the label of `none` is "follow back".',
  }),
  state: Type.Enum([...FOLLOW_STATES]),
  follower_count: Type.Integer(),
  following_count: Type.Integer(),
});
export type FollowStatus = Static<typeof FollowStatus>;

export const FollowCard = Named('FollowCard', {
  ...UserCard.properties,
  i_follow,
  followed_at: DateTime,
});
export type FollowCard = Static<typeof FollowCard>;

const privacy = {
  follows_public: Type.Boolean({
    description: 'Whether others see whom the member follows, and by whom they are followed.',
  }),
};
export const PrivacyBody = Closed(privacy);
export const PrivacySettings = Named('PrivacySettings', privacy);
export type PrivacySettings = Static<typeof PrivacySettings>;

import { type Static, Type } from 'typebox';
import { Closed, Named, Nullable } from '../platform/http/validation.ts';
import { REACTIONS } from './rules.ts';

export const ReactionState = Named('ReactionState', {
  state: Type.Enum([...REACTIONS], {
    description: 'The reaction of the caller; `none` for an anonymous visitor.',
  }),
  like_count: Type.Integer(),
  dislike_count: Type.Integer(),
});
export type ReactionState = Static<typeof ReactionState>;

const requested = Type.Optional(
  Type.Boolean({
    description:
      'The state to end in, so that a retry cannot flip back; without it the request toggles.',
  }),
);
export const LikeBody = Nullable(Closed({ liked: requested }));
export const DislikeBody = Nullable(Closed({ disliked: requested }));

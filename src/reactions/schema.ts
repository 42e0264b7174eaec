import { type Static, Type } from 'typebox';
import { Closed } from '../platform/http/validation.ts';
import { REACTIONS } from './rules.ts';

export const ReactionState = Type.Object(
  {
    state: Type.Enum([...REACTIONS], {
      description: 'What the caller holds; `none` for anybody not logged in.',
    }),
    like_count: Type.Integer(),
    dislike_count: Type.Integer(),
  },
  { title: 'ReactionState' },
);
export type ReactionState = Static<typeof ReactionState>;

const wanted = Type.Optional(
  Type.Boolean({
    description:
      'The state to end in, so that a retry cannot flip back; without it the button toggles.',
  }),
);
export const LikeBody = Type.Union([Closed({ liked: wanted }), Type.Null()]);
export const DislikeBody = Type.Union([Closed({ disliked: wanted }), Type.Null()]);

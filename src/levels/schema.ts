import { type Static, Type } from 'typebox';
import { DateTime, Named, Nullable } from '../platform/http/validation.ts';
import { EXP_REASONS, TASKS } from './rules.ts';

export const CheckIn = Named('CheckIn', {
  checked_in_today: Type.Boolean(),
  awarded: Type.Boolean({ description: 'True only for the request that checked in.' }),
});
export type CheckIn = Static<typeof CheckIn>;

export const LevelInfo = Named('LevelInfo', {
  exp: Type.Integer(),
  level: Type.Integer({ minimum: 0, maximum: 6 }),
  next_level_exp: Nullable(Type.Integer(), {
    description: 'The exp at which the next level begins; null at the highest.',
  }),
  checked_in_today: Type.Boolean(),
  energize_exp_today: Type.Integer(),
  energize_exp_max: Type.Integer(),
  tasks: Type.Array(
    Type.Object({ task: Type.Enum([...TASKS]), done: Type.Boolean(), exp: Type.Integer() }),
  ),
});
export type LevelInfo = Static<typeof LevelInfo>;

export const ExpEntry = Named('ExpEntry', {
  amount: Type.Integer(),
  exp_after: Type.Integer(),
  reason: Type.Enum([...EXP_REASONS]),
  created_at: DateTime,
});
export type ExpEntry = Static<typeof ExpEntry>;

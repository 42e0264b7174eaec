import { type Static, Type } from 'typebox';
import { EXP_REASONS, TASKS } from './rules.ts';

export const CheckIn = Type.Object(
  {
    checked_in_today: Type.Boolean(),
    awarded: Type.Boolean({ description: 'True only for the request that checked in.' }),
  },
  { title: 'CheckIn' },
);
export type CheckIn = Static<typeof CheckIn>;

export const LevelInfo = Type.Object(
  {
    exp: Type.Integer(),
    level: Type.Integer({ minimum: 0, maximum: 6 }),
    next_level_exp: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The exp at which the next level begins; null at the highest.',
    }),
    checked_in_today: Type.Boolean(),
    energize_exp_today: Type.Integer(),
    energize_exp_max: Type.Integer(),
    tasks: Type.Array(
      Type.Object({ task: Type.Enum([...TASKS]), done: Type.Boolean(), exp: Type.Integer() }),
    ),
  },
  { title: 'LevelInfo' },
);
export type LevelInfo = Static<typeof LevelInfo>;

export const ExpEntry = Type.Object(
  {
    amount: Type.Integer(),
    exp_after: Type.Integer(),
    reason: Type.Enum([...EXP_REASONS]),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'ExpEntry' },
);
export type ExpEntry = Static<typeof ExpEntry>;

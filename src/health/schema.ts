import { type Static, Type } from 'typebox';
import { Named, Nullable } from '../platform/http/validation.ts';
import { CHECK_NAMES, STATES } from './rules.ts';

export const Health = Named('Health', {
  state: Type.Enum([...STATES], { description: 'The worst of all checks.' }),
  checked_at: Type.String({
    format: 'date-time',
    description: 'Checked again after some seconds.',
  }),
  checks: Type.Array(
    Type.Object({
      name: Type.Enum([...CHECK_NAMES]),
      of: Nullable(Type.String(), { description: 'Which replica.' }),
      state: Type.Enum([...STATES]),
      title: Type.String(),
      found: Type.String({ description: 'Contains no secret.' }),
      meaning: Type.String(),
      advice: Nullable(Type.String(), {
        description: 'What to do; null while all is well.',
      }),
    }),
  ),
});
export type Health = Static<typeof Health>;
export type HealthRow = Health['checks'][number];

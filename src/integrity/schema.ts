import { type Static, Type } from 'typebox';
import { DateTime, Named, Nullable } from '../platform/http/validation.ts';

const Values = Type.Record(Type.String(), Nullable(Type.Integer()), {
  description: 'Null if the row that should contain the value is missing.',
});

const Difference = Named('IntegrityDifference', {
  subject: Type.String(),
  stored: Values,
  actual: Values,
});

const CheckResult = Named('IntegrityCheck', {
  name: Type.String(),
  invariant: Type.String(),
  title: Type.String(),
  rows: Type.Integer({ description: 'How many were compared.' }),
  total: Type.Integer({ description: 'How many differ.' }),
  differences: Type.Array(Difference, { description: 'The first of them.' }),
});

export const IntegrityRun = Named('IntegrityRun', {
  clean: Type.Boolean(),
  checks: Type.Array(CheckResult),
  started_at: DateTime,
  finished_at: DateTime,
});
export type IntegrityRun = Static<typeof IntegrityRun>;

export const Integrity = Named('Integrity', { last_run: Nullable(IntegrityRun) });
export type Integrity = Static<typeof Integrity>;

import { type Static, Type } from 'typebox';

const Values = Type.Record(Type.String(), Type.Union([Type.Integer(), Type.Null()]), {
  description: 'Null if the row that should contain the value is missing.',
});

const Difference = Type.Object(
  { subject: Type.String(), stored: Values, actual: Values },
  { title: 'IntegrityDifference' },
);

const CheckResult = Type.Object(
  {
    name: Type.String(),
    invariant: Type.String(),
    title: Type.String(),
    rows: Type.Integer({ description: 'How many were compared.' }),
    total: Type.Integer({ description: 'How many differ.' }),
    differences: Type.Array(Difference, { description: 'The first of them.' }),
  },
  { title: 'IntegrityCheck' },
);

export const IntegrityRun = Type.Object(
  {
    clean: Type.Boolean(),
    checks: Type.Array(CheckResult),
    started_at: Type.String({ format: 'date-time' }),
    finished_at: Type.String({ format: 'date-time' }),
  },
  { title: 'IntegrityRun' },
);
export type IntegrityRun = Static<typeof IntegrityRun>;

export const Integrity = Type.Object(
  { last_run: Type.Union([IntegrityRun, Type.Null()]) },
  { title: 'Integrity' },
);
export type Integrity = Static<typeof Integrity>;

import { type Static, Type } from 'typebox';
import { REASONS } from '../../energy/rules.ts';
import { EnergyEntry } from '../../energy/schema.ts';
import { PageQuery } from '../../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../../platform/http/validation.ts';
import { Reason } from '../../staff-log/schema.ts';
import { UserCard } from '../../users/schema.ts';

export const MEMBERS_MAX = 1000;
export const AMOUNT_MAX = 1_000_000;

/** D42 */
export const AdjustBody = Closed({
  uids: Type.Array(Id, {
    minItems: 1,
    maxItems: MEMBERS_MAX,
    uniqueItems: true,
    examples: [[1, 2, 3]],
  }),
  amount: Type.Integer({
    minimum: -AMOUNT_MAX,
    maximum: AMOUNT_MAX,
    not: { const: 0 },
    description: 'For each of them; may take a balance below zero.',
    examples: [10],
  }),
  reason: Reason,
  dry_run: Type.Optional(
    Type.Boolean({ description: 'Only show what would happen.', default: false }),
  ),
});
export type AdjustBody = Static<typeof AdjustBody>;

export const Adjustment = Named('Adjustment', {
  batch_id: Nullable(Id, { description: 'Null for a dry run.' }),
  dry_run: Type.Boolean(),
  total: Type.Integer({ description: 'Energy made, or burnt where it is below zero.' }),
  rows: Type.Array(
    Type.Object({
      uid: Id,
      name: Type.String(),
      before: Type.Integer(),
      after: Type.Integer(),
    }),
  ),
  unknown: Type.Array(Id, {
    description:
      'Requested members that do not exist or are deleted; with any of them nothing is adjusted.',
  }),
});
export type Adjustment = Static<typeof Adjustment>;

export const EnergyBatch = Named('EnergyBatch', {
  id: Id,
  actor: UserCard,
  amount: Type.Integer(),
  reason: Type.String(),
  members: Type.Integer(),
  created_at: DateTime,
});
export type EnergyBatch = Static<typeof EnergyBatch>;

/** Long enough for nanoseconds and a zone. */
const DATE_TIME_MAX = 40;

const dateTime = (description: string) =>
  Type.String({ format: 'date-time', maxLength: DATE_TIME_MAX, description });

export const LedgerQuery = Closed({
  ...PageQuery,
  uid: Type.Optional(Id),
  reason: Type.Optional(Type.Enum([...REASONS])),
  from: Type.Optional(dateTime('From this time on.')),
  to: Type.Optional(dateTime('Before this time.')),
});
export type LedgerQuery = Static<typeof LedgerQuery>;

const { seq: _, ...ofEntry } = EnergyEntry.properties;
/** A member's side of a transfer; a transfer between two members has two entries. */
export const LedgerEntry = Named('LedgerEntry', { transfer_id: Id, account: UserCard, ...ofEntry });
export type LedgerEntry = Static<typeof LedgerEntry>;

import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, DateTime, Id, Named, Nullable } from '../platform/http/validation.ts';
import { REASONS } from './rules.ts';

export const EnergyInfo = Named('EnergyInfo', {
  balance: Type.Integer({ description: 'May be below zero.' }),
});

/** D43: the personal tab requests seven days. */
export const EnergyLogQuery = Closed({
  ...PageQuery,
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'Only the last calendar days.' }),
  ),
});

export const EnergyEntry = Named('EnergyEntry', {
  seq: Type.Integer({ description: 'Numbered without gaps, from 1.' }),
  amount: Type.Integer(),
  balance_after: Type.Integer(),
  reason: Type.Enum([...REASONS]),
  post_id: Nullable(Id),
  note: Type.String(),
  created_at: DateTime,
});
export type EnergyEntry = Static<typeof EnergyEntry>;

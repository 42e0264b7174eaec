import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, Id } from '../platform/http/validation.ts';
import { REASONS } from './rules.ts';

export const EnergyInfo = Type.Object(
  { balance: Type.Integer({ description: 'May be below zero.' }) },
  { title: 'EnergyInfo' },
);

/** D43: the personal tab requests seven days. */
export const EnergyLogQuery = Closed({
  ...PageQuery,
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 366, description: 'Only the last calendar days.' }),
  ),
});

export const EnergyEntry = Type.Object(
  {
    seq: Type.Integer({ description: 'Numbered without gaps, from 1.' }),
    amount: Type.Integer(),
    balance_after: Type.Integer(),
    reason: Type.Enum([...REASONS]),
    post_id: Type.Union([Id, Type.Null()]),
    note: Type.String(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'EnergyEntry' },
);
export type EnergyEntry = Static<typeof EnergyEntry>;

import { type Static, Type } from 'typebox';
import { Closed, DateTime, Named, Nullable } from '../platform/http/validation.ts';
import { APPEAL_MAX, BAN_DAYS_MAX } from './rules.ts';

const TIME_MAX = 40;

/** How long a ban is; without either, for good. */
export const BAN_LENGTH = {
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: BAN_DAYS_MAX,
      description: 'The ban ends so many days from now.',
    }),
  ),
  until: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: TIME_MAX,
      description:
        'The ban ends at this time, whatever `days` is. Without an offset by the clock of the site. Without either, the ban is for good.',
      examples: ['2026-12-01T08:00'],
    }),
  ),
};

export const AppealBody = Closed({
  body: Type.String({ minLength: 1, maxLength: APPEAL_MAX, pattern: '\\S' }),
});

const Appeal = Type.Object({
  body: Type.String(),
  created_at: DateTime,
  outcome: Nullable(Type.Enum(['accepted', 'refused', 'lapsed']), {
    description: 'Null: it waits for the staff. `lapsed`: the ban ended before they decided.',
  }),
  reply: Type.String({ description: 'What the staff wrote.' }),
});

/** A ban as its member sees it. */
export const Ban = Named('Ban', {
  reason: Type.String(),
  banned_at: DateTime,
  ends_at: Nullable(DateTime, { description: 'Null: for good.' }),
  ended_at: Nullable(DateTime, { description: 'Null: it stands.' }),
  appeal: Nullable(Appeal, { description: 'Null: not sent.' }),
  can_appeal: Type.Boolean(),
});
export type Ban = Static<typeof Ban>;

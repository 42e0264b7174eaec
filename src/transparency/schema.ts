import { type Static, Type } from 'typebox';
import { PageQuery } from '../platform/http/pagination.ts';
import { Closed, Named, Nullable } from '../platform/http/validation.ts';
import { CATEGORIES, MONTHS_PER_PAGE } from './rules.ts';

export const Month = Type.String({
  pattern: '^[12]\\d{3}-(0[1-9]|1[0-2])$',
  examples: ['2026-11'],
});

const Count = Type.Integer({ minimum: 0 });
const Seconds = Nullable(Count, { description: 'Null without a review.' });

const Removed = Type.Object({
  total: Count,
  reasons: Type.Array(Type.Object({ reason: Type.Enum([...CATEGORIES]), count: Count }), {
    description: 'The most frequent first.',
  }),
});
export type Removed = Static<typeof Removed>;

export const TransparencyMonth = Named('TransparencyMonth', {
  month: Month,
  complete: Type.Boolean({ description: 'False until nothing of the month can be undone.' }),
  posts_removed: Removed,
  comments_removed: Removed,
  pictures_removed: Removed,
  posts_refused: Count,
  bans: Type.Object({ timed: Count, for_good: Count }),
  appeals: Type.Object({ granted: Count, refused: Count }),
  undone: Type.Integer({
    minimum: 0,
    description: 'Decisions that were undone. The other numbers leave them out.',
  }),
  reviews: Type.Object({ count: Count, median_seconds: Seconds, p95_seconds: Seconds }),
});
export type TransparencyMonth = Static<typeof TransparencyMonth>;

const { limit, cursor } = PageQuery;
export const TransparencyQuery = Closed({
  limit: Type.Optional(Type.Integer({ ...limit, default: MONTHS_PER_PAGE })),
  cursor,
});
export const TransparencyPageQuery = Closed({ cursor });

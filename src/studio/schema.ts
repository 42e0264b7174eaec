import { type Static, Type } from 'typebox';
import { Closed, Named } from '../platform/http/validation.ts';
import { OwnPostSummary } from '../posts/schema.ts';
import { TREND_DAYS, type TrendRange } from './rules.ts';

const reads = Type.Integer({
  description: 'D62: visitors and days on which they read a post; bots and the author left out.',
});
const received = {
  reads,
  likes: Type.Integer({ description: 'Likes that still stand.' }),
  comments: Type.Integer(),
  favorites: Type.Integer({ description: 'Favorites that still stand.' }),
  energy: Type.Integer(),
};
const Received = Named('Received', received);

export const StudioOverview = Named('StudioOverview', {
  posts: Type.Object({
    total: Type.Integer(),
    draft: Type.Integer(),
    pending: Type.Integer(),
    approved: Type.Integer(),
    rejected: Type.Integer(),
    locked: Type.Integer(),
  }),
  received: Received,
  today: Received,
  yesterday: Received,
  follower_count: Type.Integer(),
});
export type StudioOverview = Static<typeof StudioOverview>;

export const StudioPostSummary = Named('StudioPostSummary', {
  ...OwnPostSummary.properties,
  reads,
});
export type StudioPostSummary = Static<typeof StudioPostSummary>;

const range = Type.Enum(Object.keys(TREND_DAYS) as TrendRange[]);
export const TrendQuery = Closed({ range });

export const Trends = Named('Trends', {
  range,
  days: Type.Array(Named('TrendDay', { day: Type.String({ format: 'date' }), ...received }), {
    description: 'One for every calendar day of the range, today last.',
  }),
});
export type Trends = Static<typeof Trends>;

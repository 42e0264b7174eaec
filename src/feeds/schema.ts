import { type Static, Type } from 'typebox';
import { Closed, Named } from '../platform/http/validation.ts';

const settings = {
  feeds_full: Type.Boolean({
    description: 'Whether feeds contain the whole texts of the member, or only the summaries.',
  }),
};
export const FeedSettingsBody = Closed(settings);
export const FeedSettings = Named('FeedSettings', settings);
export type FeedSettings = Static<typeof FeedSettings>;

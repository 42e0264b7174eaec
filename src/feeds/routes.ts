import { type App, operations } from '../platform/http/app-types.ts';
import { getFeedSettings, setFeedSettings } from './actions/feed-settings.ts';
import { FeedSettings, FeedSettingsBody } from './schema.ts';

const { asMember } = operations('settings');

export function feedRoutes(app: App): void {
  app.get(
    '/api/settings/feeds',
    asMember({
      operationId: 'getFeedSettings',
      summary: "What feeds contain of the caller's posts",
      response: { 200: FeedSettings },
    }),
    ({ ctx, member }) => getFeedSettings(ctx, member),
  );

  app.put(
    '/api/settings/feeds',
    asMember({
      operationId: 'setFeedSettings',
      summary: 'Chooses whole texts or summaries for feeds',
      body: FeedSettingsBody,
      response: { 200: FeedSettings },
    }),
    ({ ctx, member, body }) => setFeedSettings(ctx, member, body),
  );
}

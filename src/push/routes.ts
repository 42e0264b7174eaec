import { type App, operations } from '../platform/http/app-types.ts';
import { NoContent } from '../platform/http/validation.ts';
import { getPushSettings, subscribe, unsubscribe } from './actions/subscribe.ts';
import { PushBody, PushSettings } from './schema.ts';

const { asMember } = operations('settings');

export function pushRoutes(app: App): void {
  app.get(
    '/api/settings/push',
    asMember({
      operationId: 'getPushSettings',
      summary: 'Whether the browser of this session shows notifications',
      response: { 200: PushSettings },
    }),
    ({ ctx, member }) => getPushSettings(ctx, member),
  );

  app.put(
    '/api/settings/push',
    asMember({
      operationId: 'subscribeToPush',
      summary: 'Shows notifications in this browser until its session ends',
      description:
        'The payload is encrypted for the browser (RFC 8291). The subscription ends with the session, and when its push service reports that it is gone.',
      body: PushBody,
      response: { 200: PushSettings },
    }),
    ({ ctx, member, body }) => subscribe(ctx, member, body),
  );

  app.delete(
    '/api/settings/push',
    asMember({
      operationId: 'unsubscribeFromPush',
      summary: 'Shows no more notifications in the browser of this session',
      response: NoContent,
    }),
    ({ ctx, member }) => unsubscribe(ctx, member),
  );
}

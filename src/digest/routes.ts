import { type App, operations } from '../platform/http/app-types.ts';
import { getDigestSettings, setDigest } from './actions/digest-settings.ts';
import { DigestBody, DigestSettings } from './schema.ts';

const { asMember } = operations('settings');

export function digestRoutes(app: App): void {
  app.get(
    '/api/settings/digest',
    asMember({
      operationId: 'getDigest',
      summary: 'How often and when the caller gets a digest by mail',
      response: { 200: DigestSettings },
    }),
    ({ ctx, member }) => getDigestSettings(ctx, member),
  );

  app.put(
    '/api/settings/digest',
    asMember({
      operationId: 'setDigest',
      summary: 'Subscribes to the digest, changes its time, or unsubscribes',
      description: 'Needs a verified address, except for `off`.',
      body: DigestBody,
      response: { 200: DigestSettings },
    }),
    ({ ctx, member, body }) => setDigest(ctx, member, body),
  );
}

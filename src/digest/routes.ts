import { type App, asMember } from '../platform/http/app-types.ts';
import { getDigestSettings, setDigest } from './actions/digest-settings.ts';
import { DigestBody, DigestSettings } from './schema.ts';

const tags = ['settings'];

export function digestRoutes(app: App): void {
  app.get(
    '/api/settings/digest',
    asMember({
      tags,
      operationId: 'getDigest',
      summary: 'How often and when the caller gets a digest by mail',
      response: { 200: DigestSettings },
    }),
    ({ ctx, member }) => getDigestSettings(ctx, member),
  );

  app.put(
    '/api/settings/digest',
    asMember({
      tags,
      operationId: 'setDigest',
      summary: 'Subscribes to the digest, changes its time, or unsubscribes',
      description: 'Needs a verified address, except for `off`.',
      body: DigestBody,
      response: { 200: DigestSettings },
    }),
    ({ ctx, member, body }) => setDigest(ctx, member, body),
  );
}

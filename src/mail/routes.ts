import { type App, operations } from '../platform/http/app-types.ts';
import { NoBody } from '../platform/http/validation.ts';
import { enableAddress, getAddressState } from './actions/enable-address.ts';
import { takeEvents } from './actions/take-events.ts';
import { MailAddress, MailEventsBody, MailEventsTaken } from './schema.ts';
import { assertSigned, WEBHOOK_BYTES_MAX } from './webhook.ts';

const { asMember } = operations('settings');

export function mailRoutes(app: App): void {
  app.post(
    '/api/mail/events',
    {
      config: { access: 'public', signed: true },
      bodyLimit: WEBHOOK_BYTES_MAX,
      preParsing: assertSigned,
      schema: {
        operationId: 'reportMailEvents',
        summary: 'Takes reports of undelivered mail and complaints from the mail relay',
        description:
          'Signed with MAIL_WEBHOOK_SECRET: `webhook-id`, `webhook-timestamp` (seconds, at most five minutes old) and `webhook-signature`, which is `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. The same id has an effect once.',
        tags: ['mail'],
        body: MailEventsBody,
        response: { 200: MailEventsTaken },
      },
    },
    ({ ctx, headers, body }) => takeEvents(ctx, String(headers['webhook-id']), body),
  );

  app.get(
    '/api/settings/mail-address',
    asMember({
      operationId: 'getMailAddress',
      summary: "Returns whether mail is sent to the caller's address, and if not, why",
      response: { 200: MailAddress },
    }),
    ({ ctx, member }) => getAddressState(ctx, member),
  );

  app.post(
    '/api/settings/mail-address/enable',
    asMember({
      operationId: 'enableMailAddress',
      summary: 'Sends mail to the address again, after its mailbox was repaired; once a day',
      body: NoBody,
      response: { 200: MailAddress },
    }),
    ({ ctx, member }) => enableAddress(ctx, member),
  );
}

import { type App, operations } from '../../platform/http/app-types.ts';
import { NoBody, NoContent } from '../../platform/http/validation.ts';
import { confirmIdentity, sendConfirmCode } from '../actions/confirm-identity.ts';
import * as schema from '../schema.ts';
import { readFactorCookie } from '../transport.ts';

const { route } = operations('settings');
/** Counted with the passwords: a stolen session must not guess on. */
const asConfirmation = route('member', ['password']);

/** D64: sensitive changes ask again. */
export function confirmRoutes(app: App): void {
  app.post(
    '/api/settings/confirm',
    asConfirmation({
      operationId: 'confirmIdentity',
      summary: 'Shows again who uses this session',
      description:
        'With the password, a passkey or the code of a mail. Sensitive changes are refused with `confirmation_required` 15 minutes after the last time.',
      body: schema.ConfirmBody,
      response: NoContent,
    }),
    async (request) => {
      const passkey_token = readFactorCookie(request, 'passkey');
      await confirmIdentity(request.ctx, request.member, { ...request.body, passkey_token });
    },
  );

  app.post(
    '/api/settings/confirm/code',
    asConfirmation({
      operationId: 'sendConfirmCode',
      summary: 'Mails a code to a member without a password',
      body: NoBody,
      response: NoContent,
    }),
    (request) => sendConfirmCode(request.ctx, request.member),
  );
}

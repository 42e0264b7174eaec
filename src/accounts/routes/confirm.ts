import { Type } from 'typebox';
import { type App, route } from '../../platform/http/app-types.ts';
import { NoBody } from '../../platform/http/validation.ts';
import { confirmIdentity, sendConfirmCode } from '../actions/confirm-identity.ts';
import * as schema from '../schema.ts';
import { readFactorCookie } from '../transport.ts';

const tags = ['settings'];
/** Counted with the passwords: a stolen session must not guess on. */
const asConfirmation = route('member', ['password']);

/** D64: sensitive changes ask again. */
export function confirmRoutes(app: App): void {
  app.post(
    '/api/settings/confirm',
    {
      ...asConfirmation,
      schema: {
        operationId: 'confirmIdentity',
        summary: 'Shows again who uses this session',
        description:
          'With the password, a passkey or the code of a mail. Sensitive changes are refused with `confirmation_required` 15 minutes after the last time.',
        tags,
        body: schema.ConfirmBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const passkey_token = readFactorCookie(request, 'passkey');
      await confirmIdentity(request.ctx, request.member, { ...request.body, passkey_token });
      reply.code(204);
      return null;
    },
  );

  app.post(
    '/api/settings/confirm/code',
    {
      ...asConfirmation,
      schema: {
        operationId: 'sendConfirmCode',
        summary: 'Mails a code to a member without a password',
        tags,
        body: NoBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await sendConfirmCode(request.ctx, request.member);
      reply.code(204);
      return null;
    },
  );
}

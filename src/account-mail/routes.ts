import { setDeviceCookie } from '../accounts/device-cookie.ts';
import { type App, operations } from '../platform/http/app-types.ts';
import { NoBody, NoContent } from '../platform/http/validation.ts';
import {
  cancelAddressChange,
  confirmAddressChange,
  requestAddressChange,
} from './actions/change-address.ts';
import { getEmailSettings } from './actions/email-settings.ts';
import { requestPasswordReset } from './actions/request-reset.ts';
import { resetPassword } from './actions/reset-password.ts';
import { undoAddressChange } from './actions/undo-change.ts';
import { requestVerification, verifyAddress } from './actions/verify-address.ts';
import { clearLink, setLink, setLoginEmail } from './link-cookies.ts';
import * as schema from './schema.ts';

const auth = operations('auth');
const settings = operations('settings');

export function accountMailRoutes(app: App): void {
  resetRoutes(app);
  addressRoutes(app);
  linkRoutes(app);
}

/** Without a session: whoever has forgotten the password has none. */
function resetRoutes(app: App): void {
  app.post(
    '/api/auth/request-password-reset',
    auth.route('public', ['reset_request'])({
      operationId: 'requestPasswordReset',
      summary: 'Sends a link to set a new password',
      description: 'The response is the same whether or not the address has an account.',
      body: schema.RequestResetBody,
      response: NoContent,
    }),
    (request) => requestPasswordReset(request.ctx, request.body.email),
  );

  app.post(
    '/api/auth/reset-password',
    auth.route('public', ['mail_links'])({
      operationId: 'resetPassword',
      summary: 'Sets a new password by the link of a mail, and ends all sessions',
      body: schema.ResetPasswordBody,
      response: { 200: schema.Address },
    }),
    async (request, reply) => {
      const user = await resetPassword(request.ctx, request.body);
      const email = user.email ?? '';
      if (request.body.transport !== 'bearer') {
        clearLink(reply);
        setDeviceCookie(reply, user);
        setLoginEmail(reply, email);
      }
      return { email };
    },
  );
}

function addressRoutes(app: App): void {
  app.get(
    '/api/settings/email',
    settings.asMember({
      operationId: 'getEmailSettings',
      summary: 'The e-mail address, whether it is verified, and a pending change',
      response: { 200: schema.EmailSettings },
    }),
    (request) => getEmailSettings(request.ctx, request.member),
  );

  app.post(
    '/api/settings/email/verification',
    settings.route('member', ['mail_member'])({
      operationId: 'requestVerification',
      summary: 'Sends another link and code to verify the address',
      body: NoBody,
      response: NoContent,
    }),
    (request) => requestVerification(request.ctx, request.member),
  );

  app.post(
    '/api/settings/email/change',
    settings.route('member', ['password'])({
      operationId: 'requestAddressChange',
      summary: 'Sends a link and a code to a new address',
      description:
        'The current address stays until the new one is confirmed. The response is the same if another account has the new address; its owner gets a mail.',
      body: schema.RequestChangeBody,
      response: NoContent,
    }),
    (request) => requestAddressChange(request.ctx, request.member, request.body),
  );

  app.delete(
    '/api/settings/email/change',
    settings.asMember({
      operationId: 'cancelAddressChange',
      summary: 'Cancels the pending change of the address',
      response: NoContent,
    }),
    (request) => cancelAddressChange(request.ctx, request.member),
  );
}

/** By a link that opens in any browser, or by a code where the member is logged in. */
function linkRoutes(app: App): void {
  app.post(
    '/api/auth/verify-address',
    auth.route('optional', ['mail_links'])({
      operationId: 'verifyAddress',
      summary: 'Verifies the e-mail address by a link or a code',
      body: schema.LinkOrCodeBody,
      response: { 200: schema.Address },
    }),
    async (request, reply) => {
      const verified = await verifyAddress(request.ctx, request.viewer, request.body);
      clearLink(reply);
      return verified;
    },
  );

  app.post(
    '/api/auth/confirm-address-change',
    auth.route('optional', ['mail_links'])({
      operationId: 'confirmAddressChange',
      summary: 'Confirms the new e-mail address by a link or a code',
      body: schema.LinkOrCodeBody,
      response: { 200: schema.Address },
    }),
    async (request, reply) => {
      const changed = await confirmAddressChange(request.ctx, request.viewer, request.body);
      clearLink(reply);
      return changed;
    },
  );

  app.post(
    '/api/auth/undo-address-change',
    auth.route('public', ['mail_links'])({
      operationId: 'undoAddressChange',
      summary: 'Restores the old e-mail address, ends all sessions and removes the password',
      body: schema.LinkBody,
      response: { 200: schema.UndoneChange },
    }),
    async (request, reply) => {
      const undone = await undoAddressChange(request.ctx, request.body.token);
      if (request.body.transport !== 'bearer') setLink(reply, undone.reset_token);
      return undone;
    },
  );
}

import { clearInvitation } from '../../invitations/link-cookie.ts';
import { type App, operations } from '../../platform/http/app-types.ts';
import { NoContent } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { logIn } from '../actions/log-in.ts';
import { logOut } from '../actions/manage-sessions.ts';
import { refreshSession } from '../actions/refresh-session.ts';
import { isEmailAvailable, register } from '../actions/register.ts';
import { restoreAccount } from '../actions/restore-account.ts';
import * as schema from '../schema.ts';
import { readVia } from '../sign-in-cookies.ts';
import {
  callerOf,
  clearTokens,
  deliverCsrfToken,
  deliverLogin,
  deliverTokens,
  readCredential,
  readDeviceToken,
  readToken,
  readTrustToken,
} from '../transport.ts';

const { asAuth, asPublic, route } = operations('auth');
const asRefresh = route('public', ['refresh'], 'priority');

/** SPEC §4, authentication: CSRF protection without log-in, so banned users can come and go. */
export function authRoutes(app: App): void {
  app.get(
    '/api/auth/csrf',
    asAuth({
      operationId: 'getCsrfToken',
      summary: 'Hands out a CSRF token',
      response: { 200: schema.CsrfToken },
    }),
    async (request, reply) => deliverCsrfToken(request, reply),
  );

  app.post(
    '/api/auth/check-email',
    route('public', ['check_email'])({
      operationId: 'checkEmail',
      summary: 'Checks whether an e-mail address is free',
      body: schema.CheckEmailBody,
      response: { 200: schema.EmailAvailability },
    }),
    async (request) => ({ available: await isEmailAvailable(request.ctx, request.body.email) }),
  );

  app.post(
    '/api/auth/register',
    route('public', ['register'])({
      operationId: 'register',
      summary: 'Creates an account and opens a session',
      description:
        'If the site admits members by invitation only, with one: `invitation_required`, `invitation_unknown`, `invitation_used_up`, `invitation_expired` or `invitation_revoked` otherwise. A refused registration uses up no invitation.',
      body: schema.RegisterBody,
      response: { 201: schema.OpenedSession },
    }),
    async (request, reply) => {
      const opened = await register(request.ctx, callerOf(request), request.body);
      clearInvitation(reply);
      return deliverLogin(request, reply, opened);
    },
  );

  app.post(
    '/api/auth/login',
    asAuth({
      operationId: 'logIn',
      summary: 'Opens a session',
      description:
        'A deleted account is refused with `restore_required` with a one-time token for confirm-restore, an account with a second factor with `second_factor_required` with a challenge for second-factor.',
      body: schema.LoginBody,
      response: { 200: schema.OpenedSession },
    }),
    async (request, reply) => {
      const device_token = readDeviceToken(request);
      const trust_token = readTrustToken(request);
      const opened = await logIn(request.ctx, callerOf(request), {
        ...request.body,
        device_token,
        trust_token,
      });
      return deliverLogin(request, reply, opened);
    },
  );

  app.post(
    '/api/auth/confirm-restore',
    asPublic({
      operationId: 'confirmRestore',
      summary: 'Restores a deleted account and opens a session',
      body: schema.ConfirmRestoreBody,
      response: { 200: schema.OpenedSession },
    }),
    async (request, reply) => {
      const opened = await restoreAccount(
        request.ctx,
        callerOf(request),
        request.body.restore_token,
      );
      return deliverLogin(request, reply, opened);
    },
  );

  app.post(
    '/api/auth/refresh',
    asRefresh({
      operationId: 'refreshSession',
      summary: 'Trades a refresh token for new tokens',
      body: schema.RefreshBody,
      response: { 200: schema.OpenedSession },
    }),
    async (request, reply) => {
      try {
        const opened = await refreshSession(
          request.ctx,
          callerOf(request),
          readToken(request, 'refresh'),
        );
        return deliverTokens(request, reply, opened);
      } catch (error) {
        // A client that keeps an invalid token would retry without end.
        if (error instanceof Refusal && error.status === 401) clearTokens(reply);
        throw error;
      }
    },
  );

  app.post(
    '/api/auth/logout',
    asAuth({
      operationId: 'logOut',
      summary: 'Ends the current session',
      body: schema.RefreshBody,
      response: NoContent,
    }),
    async (request, reply) => {
      await logOut(request.ctx, callerOf(request), {
        access: readToken(request, 'access'),
        refresh: readToken(request, 'refresh'),
      });
      // A form goes on to the page that offers to log out at the provider as well.
      if (readVia(request)?.session_id === readCredential(request))
        request.next = '/auth/logged-out';
      clearTokens(reply);
      reply.header('clear-site-data', '"cache", "storage"');
    },
  );
}
